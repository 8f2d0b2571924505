/** A course or a bundle, as the buyer sees it. */
export interface ItemForSale {
  /** Of the course, or of the bundle. */
  id: string
  title: string
  /** Rupees, as shown: with the coupon. */
  price: number
  thumbnail: string | null
  /** Left out: a single course. */
  isBundle?: boolean | undefined
  /** Where it is bought, with the coupon that its link carried; left out: the course's page. */
  path?: string | undefined
  /** As it is sent along; null: without one. */
  coupon?: string | null | undefined
}

/** What somebody wanted to buy when they were sent to the login. Travels in the history's state. */
export interface PurchaseIntention extends ItemForSale {
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
