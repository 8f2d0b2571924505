import { parseSession, type Session } from '../../ui/session.ts'

const keys = {
  token: 'pre_payment_token',
  user: 'pre_payment_user',
  courseId: 'pre_payment_course',
  startedAt: 'pre_payment_started_at',
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

/** Who was signed in when the purchase began; null if none is under way in this tab. */
export function readPrePayment(storage: Storage): Session | null {
  return parseSession(storage.getItem(keys.token), storage.getItem(keys.user))
}

export function clearPrePayment(storage: Storage): void {
  for (const key of Object.values(keys)) storage.removeItem(key)
}
