import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { rich } from '../../../../ui/rich.tsx'
import { useLoginState } from '../../../../ui/session.ts'
import type { SendingNotice } from './use-sending-notice.ts'

/**
 * Tells a learner when what they watched has not reached the academy yet: a chip above the page's
 * lower edge that moves nothing and takes no focus.
 */
export function SendingChip({ notice }: { notice: SendingNotice | null }) {
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-3 empty:hidden">
      {notice !== null && (
        <span className="pointer-events-auto max-w-prose rounded-lg border border-line bg-sheet px-4 py-2 text-sm text-ink shadow-lg">
          {tellNotice(notice)}
        </span>
      )}
    </output>
  )
}

export function tellNotice(notice: SendingNotice): ReactNode {
  if (notice.kind === 'refused') {
    return `${t('A part of what you watched cannot be counted.')} ${notice.reason}`
  }
  if (notice.kind === 'signed_out') {
    return rich(
      'Your session has ended. Your progress is kept on this device: <login>log in again</login> to save it.',
      { login: <LoginLink /> },
    )
  }
  return t(
    'The academy cannot be reached. Your progress is kept on this device and saved as soon as you are online again.',
  )
}

function LoginLink({ children }: { children?: ReactNode }) {
  return (
    <Link to={paths.login} state={useLoginState()} className="text-link">
      {children}
    </Link>
  )
}
