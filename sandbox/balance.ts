import type { Account } from './entities.ts'
import type { Store } from './store.ts'

/** What refunds are paid from, in paise. Null: the account is never short, as in a new sandbox. */
export function readBalance(store: Store): number | null {
  const opening = store.account.opening_balance_in_paise
  return opening === null ? null : opening + sumMovements(store)
}

/** The account with so much on it now; from here on it moves with payments, refunds and disputes. */
export function withBalance(store: Store, balanceInPaise: number | null): Account {
  return {
    ...store.account,
    opening_balance_in_paise: balanceInPaise === null ? null : balanceInPaise - sumMovements(store),
  }
}

/** Captures less fees, less what went back, less what lost disputes took. */
function sumMovements(store: Store): number {
  let sum = 0
  for (const payment of store.payments.values())
    if (payment.captured) sum += payment.amount - (payment.fee ?? 0)
  for (const refund of store.refunds.values()) {
    const isPaidByUs = store.payments.get(refund.payment_id)?.captured ?? false
    if (isPaidByUs && refund.status !== 'failed') sum -= refund.amount
  }
  for (const dispute of store.disputes.values()) sum -= dispute.amount_deducted
  return sum
}
