import { readSession, type SessionUser, storeSession } from './session.ts'

/** Brings the stored user up to date, unless somebody has logged out or in since it was asked for. */
export function updateUser(token: string, user: SessionUser): void {
  if (readSession()?.token === token) storeSession({ token, user })
}
