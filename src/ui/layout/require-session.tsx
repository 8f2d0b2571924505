import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../controls/skeleton.tsx'
import { type Session, useIsSessionKnown, useSession } from '../session.ts'
import { isLoggingOut } from './use-log-out.ts'

interface RequireSessionProps {
  /** Only administrators pass; others are sent to the login like strangers. */
  admin?: boolean
  /** Stands there until it is known who is there; left out: that the account is being loaded. */
  loading?: ReactNode
  children: (session: Session) => ReactNode
}

/** Shows its children to who is signed in; sends everybody else to the login, and back afterwards. */
export function RequireSession({ admin = false, loading, children }: RequireSessionProps) {
  const isKnown = useIsSessionKnown()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const isWelcome = session !== null && (!admin || session.user.is_admin)

  useEffect(() => {
    if (!isKnown || isWelcome || isLoggingOut()) return
    void navigate(paths.login, { replace: true, state: { next: pathname + search + hash } })
  }, [isKnown, isWelcome, navigate, pathname, search, hash])

  if (isWelcome) return children(session)
  if (loading) return loading
  return (
    <div className="page-width py-12">
      <Skeleton label={t('Loading your account')} className="h-96" />
    </div>
  )
}
