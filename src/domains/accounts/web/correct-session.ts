import { ApiError } from '../../../http/api-client.ts'
import { clearSession, readSession } from '../../../ui/session.ts'
import { refreshUser } from './queries.ts'

/** Brings the stored session to what the server knows, or ends it where the server has ended it. */
export async function correctSession(): Promise<void> {
  const session = readSession()
  if (session === null) return
  try {
    await refreshUser()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A late answer to a former session says nothing of the one that is open now.
    if (error.status === 401 && readSession()?.token === session.token) clearSession()
  }
}
