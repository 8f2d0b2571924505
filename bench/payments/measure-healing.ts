import type { Store } from '../../sandbox/store.ts'
import type { Ledger } from './ledger.ts'

/** From the moment the provider took the money until the course was open. */
export interface Healing extends Spread {
  /** Who heard of it first, in plain words. */
  way: string
}

export interface Spread {
  count: number
  medianInMs: number
  /** 99 of 100 were quicker. */
  p99InMs: number
  worstInMs: number
}

const ways: Record<string, string> = {
  browser: "the browser's verify",
  webhook: 'a webhook',
  provider: 'the reconciler',
  academy: "the buyer's next order",
}

/** One line for each way, then one for all orders that did not open within the buyer's own request. */
export function measureHealing(books: Store, ledger: Ledger): Healing[] {
  const capturedAt = new Map<string, number>()
  for (const event of books.events.values()) {
    if (event.event !== 'payment.captured' || event.is_forged || event.payment_id === null) continue
    capturedAt.set(event.payment_id, event.created_at_in_ms)
  }
  const openings = ledger.openings.map(({ razorpayPaymentId, source, atInMs }) => ({
    source,
    tookInMs: Math.max(0, atInMs - (capturedAt.get(razorpayPaymentId) ?? atInMs)),
  }))
  const tookBy = (isMeant: (source: string) => boolean): Spread =>
    measureSpread(openings.filter(({ source }) => isMeant(source)).map(({ tookInMs }) => tookInMs))
  const lines = Object.entries(ways).map(([source, way]) => ({
    way: `opened by ${way}`,
    ...tookBy((other) => other === source),
  }))
  const healed = {
    way: 'all that healed (not opened by verify)',
    ...tookBy((source) => source !== 'browser'),
  }
  return [...lines, healed].filter((line) => line.count > 0)
}

export function measureSpread(timesInMs: number[]): Spread {
  const sorted = timesInMs.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, medianInMs: at(0.5), p99InMs: at(0.99), worstInMs: at(1) }
}
