import {
  parseSession,
  prePaymentPrefix,
  readSession,
  type Session,
} from '../../../../ui/session.ts'

const keys = {
  token: `${prePaymentPrefix}token`,
  user: `${prePaymentPrefix}user`,
  courseId: `${prePaymentPrefix}course`,
  startedAt: `${prePaymentPrefix}started_at`,
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

/** Longer than any bank keeps a payment open. */
const awayAtMostInMs = 45 * 60 * 1000

/** Who began a purchase in this tab; null if nobody did, not lately, or not since the last log-out. */
export function readBuyer(
  storage: Storage,
  { now, loggedOutAt }: { now: Date; loggedOutAt: string | null },
): Session | null {
  const startedAt = Date.parse(storage.getItem(keys.startedAt) ?? '')
  const awayInMs = now.getTime() - startedAt
  const isLate = !(awayInMs >= 0 && awayInMs <= awayAtMostInMs) // also when it is no time at all
  if (isLate || startedAt <= Date.parse(loggedOutAt ?? '')) return null
  return parseSession(storage.getItem(keys.token), storage.getItem(keys.user))
}

export function clearPrePayment(storage: Storage): void {
  for (const key of Object.values(keys)) storage.removeItem(key)
}

/**
 * What was kept for the return from a checkout that led away has served. Whose session was lost on the
 * way may yet be brought back by it.
 */
export function endPrePayment(): void {
  if (readSession() !== null) clearPrePayment(sessionStorage)
}
