/** What somebody wanted to buy when they were sent to the login. Travels in the history's state. */
export interface PurchaseIntention {
  id: string
  title: string
  /** Rupees. */
  price: number
  thumbnail: string | null
  /** Milliseconds since 1970, by this browser's clock. */
  pressedAt: number
  /** They were signed in until the server ended it: no newcomer. */
  isReturning: boolean
}

/** A code is valid for 15 minutes and may be asked for again; later nobody expects a checkout. */
const lastsInMs = 30 * 60 * 1000

/** The purchase that a navigation to the login carries; null if it carries none, or a late one. */
export function readIntention(state: unknown, nowInMs: number): PurchaseIntention | null {
  // Written by usePurchase only.
  const intention = (state as { intention?: PurchaseIntention } | null)?.intention
  return intention && Math.abs(nowInMs - intention.pressedAt) <= lastsInMs ? intention : null
}
