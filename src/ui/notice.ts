import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useIsSessionKnown } from './session.ts'

/** How something went: told where it was done, or on the screen that a person is sent to. */
export interface Notice {
  tone: 'danger' | 'warning' | 'success'
  text: string
  /** What else is known; null: nothing. */
  detail?: string | null
  /** Where it can be put right. */
  link?: { label: string; to: string }
}

/** For a mutation whose answer is a sentence: the last notice goes, and then it says how it went. */
export function noticesOf(onNotice: (notice: Notice | null) => void) {
  return {
    onMutate: () => onNotice(null),
    onSuccess: ({ message }: { message: string }) => onNotice({ tone: 'success', text: message }),
    // The message of a failed call is the server's sentence where there is one.
    onError: ({ message }: Error) => onNotice({ tone: 'danger', text: message }),
  }
}

/** For `navigate(..., { state: noticeState(notice) })`. */
export function noticeState(notice: Notice): { notice: Notice } {
  return { notice }
}

/** What the last screen left to be told here. Gone after a reload. */
export function useNotice(): Notice | null {
  // Reloaded at once it stands in the history still, of which the server knows nothing.
  const isKnown = useIsSessionKnown()
  const state: unknown = useLocation().state
  const notice = isKnown ? readNotice(state) : null
  useEffect(() => {
    if (notice) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [notice])
  return notice
}

function readNotice(state: unknown): Notice | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return state.notice as Notice // written by noticeState only
}
