import { loggedOutAtKey, readSession, storeSession } from '../../../../ui/session.ts'
import { clearPrePayment, readBuyer } from './pre-payment.ts'

/**
 * Signs a buyer in again who comes back with `?session_id=`, from what this tab saved when the purchase
 * began. What was saved is used once; the address loses the value. The address alone, which anybody
 * can type, signs nobody in, and whoever is signed in here stays who they are.
 */
export function restoreSession(address: URL): void {
  if (!address.searchParams.has('session_id')) return
  const loggedOutAt = localStorage.getItem(loggedOutAtKey)
  const session = readBuyer(sessionStorage, { now: new Date(), loggedOutAt })
  if (session !== null && readSession() === null) storeSession(session)
  clearPrePayment(sessionStorage)
  address.searchParams.delete('session_id')
  history.replaceState(history.state, '', address)
}
