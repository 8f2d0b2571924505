import { ApiError } from '../../../http/api-client.ts'
import { clearSession, readSession } from '../../../ui/session.ts'
import { refreshUser } from './queries.ts'

/** Brings the stored session to what the server knows, or ends it where the server has ended it. */
export async function correctSession(): Promise<void> {
  if (readSession() === null) return
  try {
    await refreshUser()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) clearSession()
  }
}
