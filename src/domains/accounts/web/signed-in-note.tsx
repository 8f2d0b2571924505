import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { rich } from '../../../ui/rich.tsx'
import { readSession, useSession } from '../../../ui/session.ts'
import { readNext, whereToGo } from './where-to-go.ts'

/** For those who open a door though they are in. The form stays: they may come as somebody else. */
export function SignedInNote() {
  const session = useSession()
  const location = useLocation()
  // A session that has ended on the server is none; one that begins here is what the login answered.
  useEffect(() => {
    if (readSession() === null) return
    import('./correct-session.ts')
      .then(({ correctSession }) => correctSession())
      .catch(() => undefined)
  }, [])
  if (!session) return null
  return (
    <Alert
      tone="note"
      action={
        <LinkButton to={whereToGo(session.user, readNext(location))} size="small">
          {t('Continue')}
        </LinkButton>
      }
    >
      {rich('You are signed in as <strong>{email}</strong>.', {
        strong: <strong className="wrap-anywhere" />,
        email: session.user.email,
      })}
    </Alert>
  )
}
