import { lastTimeAt } from '../src/shared/india-time.ts'
import { type Dispute, makeId, type Payment, type Refund, type SettlementLine } from './entities.ts'
import type { StandIn } from './stand-in.ts'

const dayInSeconds = 24 * 60 * 60
/** Razorpay pays out on the second working day; a stand-in works every day. */
const settledAfterInSeconds = 2 * dayInSeconds
const opensAtMinute = 10 * 60

type Settlement = Pick<
  SettlementLine,
  'settlement_id' | 'settlement_utr' | 'settled_at' | 'on_hold' | 'settled' | 'posted_at'
>

/** What a test says of a line; the rest is as of any payment. */
type StrangeLine = { [Field in keyof SettlementLine]?: SettlementLine[Field] | undefined }

interface How {
  /** Also what is younger than two days. */
  isEverything: boolean
  /** More lines, as of another system with the same account. */
  strangeLines?: StrangeLine[]
}

/**
 * Pays out what is due, as one settlement: captured payments less fee, refunds that were processed
 * and what lost disputes took. Each has one line in all settlements. Returns the lines.
 */
export function settle(standIn: StandIn, { isEverything, strangeLines = [] }: How) {
  const { store, clock } = standIn
  const now = clock.nowInSeconds()
  const settlement = startSettlement(now)
  const isDue = ({ id, created_at }: Payment | Refund | Dispute): boolean =>
    !store.settledIds.has(id) && (isEverything || created_at <= now - settledAfterInSeconds)
  const payments = Array.from(store.payments.values())
    .filter((payment) => payment.captured && isDue(payment))
    .flatMap((payment) => settlePayment(standIn, settlement, payment))
  const refunds = Array.from(store.refunds.values())
    .filter((refund) => refund.status === 'processed' && isDue(refund))
    .flatMap((refund) => {
      const payment = store.payments.get(refund.payment_id)
      return payment?.captured ? [refundLine(settlement, payment, refund)] : []
    })
  const disputes = Array.from(store.disputes.values())
    .filter((dispute) => dispute.amount_deducted > 0 && isDue(dispute))
    .map((dispute) => disputeLine(settlement, dispute, now))
  const strange = strangeLines.map((line) => ({
    ...emptyLine(settlement, { id: `pay_${makeId()}`, created_at: now, currency: 'INR' }),
    ...stated(line),
  }))
  const settlementLines = [...payments, ...refunds, ...disputes, ...strange]
  if (settlementLines.length > 0) store.commit({ settlementLines })
  return settlementLines
}

/** Pays out at ten in the morning in India, every day from now on. */
export function settleDaily(standIn: StandIn): void {
  const { clock, settings } = standIn
  const last = lastTimeAt(opensAtMinute, new Date(clock.nowInMs()))
  clock.at(last.getTime() + dayInSeconds * 1000, () => {
    try {
      settle(standIn, { isEverything: false })
    } catch (error) {
      settings.log.error({ err: error }, 'nothing could be settled')
    }
    settleDaily(standIn)
  })
}

function stated(line: StrangeLine): Partial<SettlementLine> {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined))
}

function startSettlement(now: number): Settlement {
  return {
    settlement_id: `setl_${makeId()}`,
    settlement_utr: `${now}${makeId().slice(0, 6).toLowerCase()}`,
    settled_at: now,
    on_hold: false,
    settled: true,
    posted_at: null,
  }
}

function settlePayment(
  { store, faults }: StandIn,
  settlement: Settlement,
  payment: Payment,
): SettlementLine[] {
  const fault = faults.strikeSettlement()
  if (fault === 'missing_line') return []
  const amount = payment.amount - (fault === 'wrong_amount' ? 100 : 0)
  const fee = payment.fee ?? 0
  return [
    {
      ...emptyLine(settlement, payment),
      type: 'payment',
      amount,
      fee,
      tax: payment.tax ?? 0,
      credit: amount - fee,
      order_id: payment.order_id,
      order_receipt: store.orders.get(payment.order_id)?.receipt ?? null,
      method: payment.method,
      description: payment.description,
    },
  ]
}

function refundLine(settlement: Settlement, payment: Payment, refund: Refund): SettlementLine {
  return {
    ...emptyLine(settlement, refund),
    type: 'refund',
    amount: refund.amount,
    debit: refund.amount,
    payment_id: payment.id,
    order_id: payment.order_id,
    method: payment.method,
  }
}

function disputeLine(settlement: Settlement, dispute: Dispute, now: number): SettlementLine {
  const adjustment = { id: `adj_${makeId()}`, created_at: now, currency: dispute.currency }
  return {
    ...emptyLine(settlement, adjustment),
    type: 'adjustment',
    amount: dispute.amount_deducted,
    debit: dispute.amount_deducted,
    description: 'A dispute was lost',
    dispute_id: dispute.id,
  }
}

function emptyLine(
  settlement: Settlement,
  entity: { id: string; created_at: number; currency: string },
): SettlementLine {
  return {
    ...settlement,
    entity_id: entity.id,
    type: 'payment',
    debit: 0,
    credit: 0,
    amount: 0,
    currency: entity.currency,
    fee: 0,
    tax: 0,
    created_at: entity.created_at,
    credit_type: 'default',
    description: null,
    notes: null,
    payment_id: null,
    order_id: null,
    order_receipt: null,
    method: null,
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: null,
  }
}
