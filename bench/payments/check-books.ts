import type { Payment } from '../../sandbox/entities.ts'
import type { Store } from '../../sandbox/store.ts'
import type { Ledger, OrderLine } from './ledger.ts'

/** What must never be, and the orders (or whatever else) of which it is true. */
export type Violations = Record<(typeof rules)[number], string[]>

const rules = [
  'paid without the course',
  'the course without captured money',
  'captured money of an unknown order',
  'doubled grants',
  'access that the ledger does not explain',
  'doubled mails',
  'receipts missing, doubled or misnumbered',
  'receipt mails missing',
  'doubled refunds',
  'refunds known to one side only',
  'refunds not finished',
] as const

/** Compares the provider's own books with the academy's database, order by order. */
export function checkBooks(books: Store, ledger: Ledger): Violations {
  const found = new Map<string, Set<string>>(rules.map((rule) => [rule, new Set<string>()]))
  const report: Report = (rule, what) => void found.get(rule)?.add(what)
  const access = sumAccess(ledger)
  checkMoney(report, { books, ledger, access })
  checkAccess(report, { ledger, access })
  checkRefunds(report, { books, ledger })
  checkReceipts(report, ledger)
  checkMails(report, ledger)
  return Object.fromEntries(Array.from(found, ([rule, what]) => [rule, [...what]])) as Violations // the keys are the rules
}

type Report = (rule: (typeof rules)[number], what: string) => void

interface Access {
  /** Ids of academy payments whose grant stands. */
  standing: Set<string>
  entitled: Set<string>
}

const pairOf = (line: { learnerId: string; courseId: string }): string =>
  `${line.learnerId} ${line.courseId}`

function sumAccess(ledger: Ledger): Access {
  const standing = new Set<string>()
  for (const { change, causeId } of ledger.grants) if (change === 'grant') standing.add(causeId)
  for (const { change, causeId } of ledger.grants)
    if (change === 'revocation') standing.delete(causeId)
  return { standing, entitled: new Set(ledger.entitlements.map(pairOf)) }
}

/** Every captured payment has either opened its course or gone back, never both, never neither. */
function checkMoney(
  report: Report,
  { books, ledger, access }: { books: Store; ledger: Ledger; access: Access },
): void {
  const byOrder = new Map(ledger.orders.map((line) => [line.razorpayOrderId, line]))
  for (const payment of books.payments.values()) {
    if (!payment.captured) continue
    const line = byOrder.get(payment.order_id)
    if (!line) {
      report('captured money of an unknown order', payment.order_id)
      continue
    }
    const hasOpened = isOpenedBy(line, payment, access)
    const wentBack = payment.amount_refunded >= payment.amount || isLostInDispute(books, payment)
    if (!hasOpened && !wentBack) report('paid without the course', payment.order_id)
    if (hasOpened && wentBack) report('the course without captured money', payment.order_id)
  }
  for (const line of ledger.orders) {
    if (line.status !== 'completed') continue
    const payment = books.payments.get(line.razorpayPaymentId ?? '')
    const isGood =
      payment?.captured &&
      payment.order_id === line.razorpayOrderId &&
      payment.amount === line.amountInPaise
    if (!isGood) report('the course without captured money', line.razorpayOrderId ?? line.id)
  }
}

/** The bank took all of it back: the academy closes the course, as after a refund. */
export function isLostInDispute(books: Store, payment: Payment): boolean {
  return (books.disputeIdsByPayment.get(payment.id) ?? []).some((id) => {
    const dispute = books.disputes.get(id)
    return dispute?.status === 'lost' && dispute.amount_deducted >= payment.amount
  })
}

function isOpenedBy(line: OrderLine, payment: Payment, access: Access): boolean {
  return (
    line.status === 'completed' &&
    line.razorpayPaymentId === payment.id &&
    line.amountInPaise === payment.amount &&
    access.standing.has(line.id) &&
    access.entitled.has(pairOf(line))
  )
}

function checkAccess(report: Report, { ledger, access }: { ledger: Ledger; access: Access }): void {
  const byId = new Map(ledger.orders.map((line) => [line.id, line]))
  const explained = new Set<string>()
  for (const causeId of access.standing) {
    const line = byId.get(causeId)
    if (line?.status !== 'completed') report('the course without captured money', causeId)
    if (!line) continue
    const pair = pairOf(line)
    if (explained.has(pair)) report('doubled grants', pair)
    explained.add(pair)
    if (!access.entitled.has(pair)) report('access that the ledger does not explain', pair)
  }
  for (const pair of access.entitled)
    if (!explained.has(pair)) report('access that the ledger does not explain', pair)
  const grants = ledger.grants.map(({ change, causeId }) => `${change} ${causeId}`)
  for (const repeated of listRepeated(grants)) report('doubled grants', repeated)
}

function checkRefunds(report: Report, { books, ledger }: { books: Store; ledger: Ledger }): void {
  const orderOf = (razorpayPaymentId: string): string =>
    books.payments.get(razorpayPaymentId)?.order_id ?? razorpayPaymentId
  const known = new Map(ledger.refunds.map((refund) => [refund.razorpayPaymentId, refund]))
  for (const payment of books.payments.values()) {
    const standing = (books.refundIdsByPayment.get(payment.id) ?? [])
      .map((id) => books.refunds.get(id))
      .filter((refund) => refund !== undefined && refund.status !== 'failed')
    const sum = standing.reduce((total, refund) => total + (refund?.amount ?? 0), 0)
    const isDoubled = standing.filter((refund) => refund?.amount === payment.amount).length > 1
    if (isDoubled || sum > payment.amount) report('doubled refunds', payment.order_id)
    const wentBack = (sum > 0 && sum >= payment.amount) || isLostInDispute(books, payment)
    if (wentBack !== known.has(payment.id))
      report('refunds known to one side only', payment.order_id)
    if (standing.some((refund) => refund?.status === 'pending'))
      report('refunds not finished', payment.order_id)
  }
  for (const refund of ledger.refunds)
    if (refund.status !== 'processed')
      report('refunds not finished', orderOf(refund.razorpayPaymentId))
}

function checkReceipts(report: Report, ledger: Ledger): void {
  const rule = 'receipts missing, doubled or misnumbered'
  const numbered = new Set(ledger.receipts.map((receipt) => receipt.orderId))
  for (const line of ledger.orders)
    if (line.wasCompleted !== numbered.has(line.id)) report(rule, line.razorpayOrderId ?? line.id)
  for (const repeated of listRepeated(ledger.receipts.map((receipt) => receipt.orderId)))
    report(rule, repeated)
  for (const { series, lastNumber } of ledger.lastReceiptNumbers) {
    const given = ledger.receipts
      .filter((receipt) => receipt.series === series)
      .map((receipt) => receipt.number)
    const isWhole = new Set(given).size === lastNumber && given.length === lastNumber
    if (!isWhole || Math.max(...given) !== lastNumber) report(rule, `series ${series}`)
  }
}

function checkMails(report: Report, ledger: Ledger): void {
  const causes = ledger.mails.map((mail) => mail.cause).filter((cause) => cause !== null)
  for (const repeated of listRepeated(causes)) report('doubled mails', repeated)
  // Not by cause alone: the same words to the same person are a double, whatever they hang on.
  const contents = ledger.mails.map((mail) => `${mail.recipient} ${mail.subject} ${mail.text}`)
  for (const repeated of listRepeated(contents)) report('doubled mails', repeated.slice(0, 80))
  const mailed = new Set(causes)
  for (const line of ledger.orders)
    if (line.wasCompleted && !mailed.has(`receipt:${line.id}`))
      report('receipt mails missing', line.razorpayOrderId ?? line.id)
}

function listRepeated(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    if (seen.has(value)) return true
    seen.add(value)
    return false
  })
}
