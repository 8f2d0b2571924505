import { readSession, type SessionUser, storeSession } from './session.ts'

/**
 * Brings the stored user up to date, unless somebody has logged out or in since it was asked for. What
 * is not said of them stays as it was.
 */
export function updateUser(token: string, user: Partial<SessionUser>): void {
  const session = readSession()
  if (session?.token === token) storeSession({ token, user: { ...session.user, ...user } })
}
