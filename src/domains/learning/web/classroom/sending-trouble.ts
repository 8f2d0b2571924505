import type { SendingState } from './send-progress.ts'

/** Tries that failed in a row. */
export interface SendingTrouble {
  tries: number
  firstAtInMs: number
  lastAtInMs: number
}

/** A trouble this old is told although nothing else has been tried since. */
export const tellAfterInMs = 10_000
/** What fails together, such as the reports of two videos, was lost together. */
const sameLossInMs = 1_000

/** What a try makes of a trouble; null: none. */
export function hearTry(
  trouble: SendingTrouble | null,
  state: SendingState,
  nowInMs: number,
): SendingTrouble | null {
  if (state !== 'unsent') return null
  if (trouble === null) return { tries: 1, firstAtInMs: nowInMs, lastAtInMs: nowInMs }
  if (nowInMs - trouble.lastAtInMs < sameLossInMs) return trouble
  return { ...trouble, tries: trouble.tries + 1, lastAtInMs: nowInMs }
}

/** A single loss is not worth a learner's attention. */
export function isWorthNotice(trouble: SendingTrouble | null, nowInMs: number): boolean {
  return trouble !== null && (trouble.tries > 1 || nowInMs - trouble.firstAtInMs >= tellAfterInMs)
}
