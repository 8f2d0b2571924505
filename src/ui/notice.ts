import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Something to be told on the screen that a person is sent to. */
export interface Notice {
  tone: 'danger' | 'warning' | 'success'
  text: string
  detail?: string
  /** Where it can be put right. */
  link?: { label: string; to: string }
}

/** For `navigate(..., { state: noticeState(notice) })`. */
export function noticeState(notice: Notice): { notice: Notice } {
  return { notice }
}

/** What the last screen left to be told here. Gone after a reload. */
export function useNotice(): Notice | null {
  const state: unknown = useLocation().state
  const notice = readNotice(state)
  useEffect(() => {
    if (notice) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [notice])
  return notice
}

function readNotice(state: unknown): Notice | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return state.notice as Notice // written by noticeState only
}
