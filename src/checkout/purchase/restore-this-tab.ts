import { storeSession } from '../../ui/session.ts'
import { restoreSession } from './restore-session.ts'

/** Brings back the session that this tab kept for the way back from a payment. */
export function restoreThisTab(address: URL): void {
  restoreSession({
    address,
    storage: sessionStorage,
    storeSession,
    now: new Date(),
    replaceAddress: (changed) => window.history.replaceState(window.history.state, '', changed),
  })
}
