import type { Session } from '../../ui/session.ts'
import { clearPrePayment, readRedirectedSession } from './pre-payment.ts'

interface Surroundings {
  address: URL
  storage: Storage
  storeSession: (session: Session) => void
  replaceAddress: (address: string) => void
  now: Date
}

/**
 * Signs a buyer in again who comes back with `?session_id=` from a checkout that led away, from what
 * was saved when the purchase began. What was saved is used once; the address loses the value. The
 * address alone, which anybody can type, signs nobody in.
 */
export function restoreSession(around: Surroundings): void {
  const { address, storage } = around
  if (!address.searchParams.has('session_id')) return
  const session = readRedirectedSession(storage, around.now)
  if (session !== null) around.storeSession(session)
  clearPrePayment(storage)
  address.searchParams.delete('session_id')
  around.replaceAddress(address.href)
}
