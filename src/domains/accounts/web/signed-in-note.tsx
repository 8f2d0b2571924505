import { useLocation } from 'react-router'
import { Alert } from '../../../ui/controls/alert.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { useSession } from '../../../ui/session.ts'
import { readNext, whereToGo } from './where-to-go.ts'

/** For those who open a door though they are in. The form stays: they may come as somebody else. */
export function SignedInNote() {
  const session = useSession()
  const location = useLocation()
  if (!session) return null
  return (
    <Alert
      tone="note"
      action={
        <LinkButton to={whereToGo(session.user, readNext(location))} size="small">
          Continue
        </LinkButton>
      }
    >
      You are signed in as <strong className="wrap-anywhere">{session.user.email}</strong>.
    </Alert>
  )
}
