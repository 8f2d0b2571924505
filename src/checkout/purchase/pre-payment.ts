import { parseSession, prePaymentPrefix, type Session } from '../../ui/session.ts'

const keys = {
  token: `${prePaymentPrefix}token`,
  user: `${prePaymentPrefix}user`,
  courseId: `${prePaymentPrefix}course`,
  startedAt: `${prePaymentPrefix}started_at`,
  /** There when the checkout was opened so that it leads away and comes back. */
  left: `${prePaymentPrefix}left`,
} as const

/**
 * Keeps who is buying what while the checkout is open, in this tab only: a bank that leads away
 * from the page and back must not leave the buyer a stranger.
 */
export function savePrePayment(
  storage: Storage,
  { session, courseId, now }: { session: Session; courseId: string; now: Date },
): void {
  storage.setItem(keys.token, session.token)
  storage.setItem(keys.user, JSON.stringify(session.user))
  storage.setItem(keys.courseId, courseId)
  storage.setItem(keys.startedAt, now.toISOString())
}

/** Says that the page is about to be left for the checkout: only then is there a way back. */
export function markRedirecting(storage: Storage): void {
  storage.setItem(keys.left, 'yes')
}

/** Longer than any bank keeps a payment open. */
const awayAtMostInMs = 45 * 60 * 1000

/** Who left this tab for the checkout; null if nobody did, or not lately. */
export function readRedirectedSession(storage: Storage, now: Date): Session | null {
  const awayInMs = now.getTime() - Date.parse(storage.getItem(keys.startedAt) ?? '')
  const isLate = !(awayInMs >= 0 && awayInMs <= awayAtMostInMs) // also when it is no time at all
  if (storage.getItem(keys.left) === null || isLate) return null
  return parseSession(storage.getItem(keys.token), storage.getItem(keys.user))
}

export function clearPrePayment(storage: Storage): void {
  for (const key of Object.values(keys)) storage.removeItem(key)
}
