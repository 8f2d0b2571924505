import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { useLoginState } from '../../ui/session.ts'
import type { SendingState } from './send-progress.ts'

/** Tells a learner when what they watched has not reached the academy yet. */
export function SendingNotice({ sending }: { sending: SendingState }) {
  const loginState = useLoginState()
  if (sending === 'sent') return null
  if (sending === 'signed_out') {
    return (
      <Alert tone="warning">
        Your session has ended. Your progress is kept on this device:{' '}
        <Link to={paths.login} state={loginState} className="text-link">
          log in again
        </Link>{' '}
        to save it.
      </Alert>
    )
  }
  return (
    <Alert tone="warning">
      The academy cannot be reached. Your progress is kept on this device and saved as soon as you
      are online again.
    </Alert>
  )
}
