import type { ReactNode } from 'react'
import type { Right } from '../../../http/rights.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { RequireSession } from '../../../ui/layout/require-session.tsx'
import type { Session } from '../../../ui/session.ts'
import { rightNames, roleNames } from '../role-names.ts'
import { useRights } from './use-rights.ts'

interface RequireRightProps {
  /** Any of these is enough. */
  rights: readonly Right[]
  children: (session: Session) => ReactNode
}

/** Shows its children to staff whose role has a right; tells others which one is missing. */
export function RequireRight({ rights, children }: RequireRightProps) {
  return (
    <RequireSession admin>
      {(session) => <WithRight rights={rights}>{() => children(session)}</WithRight>}
    </RequireSession>
  )
}

function WithRight({ rights, children }: { rights: readonly Right[]; children: () => ReactNode }) {
  const { may } = useRights()
  if (rights.some(may)) return children()
  return (
    <div className="page-width py-12">
      <MissingRight rights={rights} />
    </div>
  )
}

/** Says what a role lacks for a page, and who can change that. */
export function MissingRight({ rights }: { rights: readonly Right[] }) {
  const { role } = useRights()
  const names = rights.map((right) => t(rightNames[right])).join(t(' or '))
  return (
    <Alert tone="note">
      <p>
        {role === null
          ? t('You do not work here any more, so this page is closed to you.')
          : t('Your role is {role}. This page is for those who work with {rights}.', {
              role: t(roleNames[role].label),
              rights: names,
            })}
      </p>
      <p className="mt-1 text-sm">{t('An owner can change your role.')}</p>
    </Alert>
  )
}
