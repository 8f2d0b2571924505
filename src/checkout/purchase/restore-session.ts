import type { Session } from '../../ui/session.ts'
import { clearPrePayment, readPrePayment } from './pre-payment.ts'

interface Surroundings {
  address: URL
  storage: Storage
  storeSession: (session: Session) => void
  replaceAddress: (address: string) => void
}

/**
 * Signs a buyer in again who comes back from a payment with `?session_id=`, from what was saved
 * when the purchase began. What was saved is used once; the address loses the value.
 */
export function restoreSession(around: Surroundings): void {
  const { address, storage } = around
  if (!address.searchParams.has('session_id')) return
  const session = readPrePayment(storage)
  if (session !== null) around.storeSession(session)
  clearPrePayment(storage)
  address.searchParams.delete('session_id')
  around.replaceAddress(address.href)
}
