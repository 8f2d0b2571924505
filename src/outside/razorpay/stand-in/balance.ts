import type { Books } from './books.ts'
import type { Account } from './entities.ts'

/** What refunds are paid from, in paise. Null: the account is never short, as in a new sandbox. */
export function readBalance(books: Books): number | null {
  const opening = books.account.opening_balance_in_paise
  return opening === null ? null : opening + sumMovements(books)
}

/** The account with so much on it now; from here on it moves with payments, refunds and disputes. */
export function withBalance(books: Books, balanceInPaise: number | null): Account {
  return {
    ...books.account,
    opening_balance_in_paise: balanceInPaise === null ? null : balanceInPaise - sumMovements(books),
  }
}

/** Captures less fees, less what went back, less what lost disputes took. */
function sumMovements(books: Books): number {
  let sum = 0
  for (const payment of books.payments.values())
    if (payment.captured) sum += payment.amount - (payment.fee ?? 0)
  for (const refund of books.refunds.values()) {
    const isPaidByUs = books.payments.get(refund.payment_id)?.captured ?? false
    if (isPaidByUs && refund.status !== 'failed') sum -= refund.amount
  }
  for (const dispute of books.disputes.values()) sum -= dispute.amount_deducted
  return sum
}
