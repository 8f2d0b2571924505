import { paths } from '../../../paths.ts'
import { dueCheckoutKey } from '../../../ui/session.ts'
import type { PurchaseIntention } from './intended-purchase.ts'

interface Arrival {
  intention: PurchaseIntention
  /** As the login answers; one that names no courses owns none. */
  user: { purchased_courses?: readonly string[] }
  /** Where the person goes now. */
  destination: string
  nowInMs: number
}

/** Lets the page of what is bought open its checkout once, unless there is nothing to buy there. */
export function announceCheckout(storage: Storage, arrival: Arrival): void {
  const { intention, user, destination, nowInMs } = arrival
  if (destination !== (intention.path ?? paths.course(intention.id))) return
  if (user.purchased_courses?.includes(intention.id)) return
  storage.setItem(dueCheckoutKey, `${nowInMs} ${intention.id}`)
}
