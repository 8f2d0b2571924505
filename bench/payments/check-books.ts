import type { Payment } from '../../sandbox/entities.ts'
import type { Store } from '../../sandbox/store.ts'
import { checkAccounts, type Exports } from './check-accounts.ts'
import { checkCoupons } from './check-coupons.ts'
import { checkDocuments } from './check-documents.ts'
import type { Ledger, OrderLine } from './ledger.ts'
import { groupBy, listRepeated } from './lists.ts'

/** What must never be, and the orders (or whatever else) of which it is true. */
export type Violations = Record<Rule, string[]>

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
  'bundles opened or closed in part',
  'coupons used too often',
  'uses of coupons lost or miscounted',
  'invoices missing, doubled or wrong',
  'credit notes missing, doubled or wrong',
  'gaps or repeats in the numbers of tax documents',
  "exports that differ from the provider's books",
  'differences of settlements that are none',
] as const

/**
 * Compares the provider's own books with the academy's database, order by order; with files also what the
 * accountant and the money desk are told, which holds once all is settled.
 */
export function checkBooks(books: Store, ledger: Ledger, files?: Exports): Violations {
  const found = new Map<string, Set<string>>(rules.map((rule) => [rule, new Set<string>()]))
  const report: ReportViolation = (rule, what) => void found.get(rule)?.add(what)
  const access = sumAccess(ledger)
  checkMoney(report, { books, ledger, access })
  checkAccess(report, { ledger, access })
  checkRefunds(report, { books, ledger })
  checkReceipts(report, ledger)
  checkMails(report, ledger)
  checkCoupons(report, ledger)
  checkDocuments(report, ledger)
  if (files) checkAccounts(report, { books, ledger, files })
  return Object.fromEntries(Array.from(found, ([rule, what]) => [rule, [...what]])) as Violations // the keys are the rules
}

export type Rule = (typeof rules)[number]
export type ReportViolation = (rule: Rule, what: string) => void

interface Access {
  /** Ids of academy payments whose grant stands. */
  standing: Set<string>
  entitled: Set<string>
  /** Ids of orders all of whose courses the learner has. */
  opened: Set<string>
}

const pairOf = (line: { learnerId: string; courseId: string }): string =>
  `${line.learnerId} ${line.courseId}`

function sumAccess(ledger: Ledger): Access {
  const standing = new Set<string>()
  for (const { change, causeId } of ledger.grants) if (change === 'grant') standing.add(causeId)
  for (const { change, causeId } of ledger.grants)
    if (change === 'revocation') standing.delete(causeId)
  const entitled = new Set(ledger.entitlements.map(pairOf))
  const courses = groupBy(ledger.items, (item) => item.orderId)
  const hasAll = (line: OrderLine): boolean =>
    (courses.get(line.id) ?? []).every(({ courseId }) =>
      entitled.has(pairOf({ learnerId: line.learnerId, courseId })),
    )
  const opened = new Set(ledger.orders.filter(hasAll).map(({ id }) => id))
  return { standing, entitled, opened }
}

/** Every captured payment has either opened its course or gone back, never both, never neither. */
function checkMoney(
  report: ReportViolation,
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
    if (line.status !== 'completed' || line.amountInPaise === 0) continue
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
    access.opened.has(line.id)
  )
}

/** An order opens all of its courses or none, and no order opens what others had opened already. */
function checkAccess(report: ReportViolation, { ledger, access }: CheckedAccess): void {
  const byId = new Map(ledger.orders.map((line) => [line.id, line]))
  const items = groupBy(ledger.items, (item) => item.orderId)
  const explained = new Set<string>()
  for (const [causeId, changes] of groupBy(ledger.grants, ({ causeId }) => causeId)) {
    const all = items.get(causeId)?.length ?? 0
    for (const change of ['grant', 'revocation'] as const) {
      const changed = changes.filter((line) => line.change === change).length
      if (changed !== 0 && changed !== all) report('bundles opened or closed in part', causeId)
    }
    if (!access.standing.has(causeId)) continue
    const line = byId.get(causeId)
    if (line?.status !== 'completed') report('the course without captured money', causeId)
    if (!line) continue
    const pairs = (items.get(causeId) ?? []).map(({ courseId }) =>
      pairOf({ learnerId: line.learnerId, courseId }),
    )
    if (pairs.every((pair) => explained.has(pair))) report('doubled grants', pairs.join())
    for (const pair of pairs) {
      explained.add(pair)
      if (!access.entitled.has(pair)) report('access that the ledger does not explain', pair)
    }
  }
  for (const line of ledger.orders)
    if (line.status === 'completed' && !access.standing.has(line.id))
      report('paid without the course', line.razorpayOrderId ?? line.id)
  for (const pair of access.entitled)
    if (!explained.has(pair)) report('access that the ledger does not explain', pair)
  const grants = ledger.grants.map(
    ({ change, causeId, courseId }) => `${change} ${causeId} ${courseId}`,
  )
  for (const repeated of listRepeated(grants)) report('doubled grants', repeated)
}

interface CheckedAccess {
  ledger: Ledger
  access: Access
}

function checkRefunds(
  report: ReportViolation,
  { books, ledger }: { books: Store; ledger: Ledger },
): void {
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

function checkReceipts(report: ReportViolation, ledger: Ledger): void {
  const rule = 'receipts missing, doubled or misnumbered'
  const numbered = new Set(ledger.receipts.map((receipt) => receipt.orderId))
  for (const line of ledger.orders)
    if ((line.wasCompleted && line.amountInPaise > 0) !== numbered.has(line.id))
      report(rule, line.razorpayOrderId ?? line.id)
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

function checkMails(report: ReportViolation, ledger: Ledger): void {
  const causes = ledger.mails.map((mail) => mail.cause).filter((cause) => cause !== null)
  for (const repeated of listRepeated(causes)) report('doubled mails', repeated)
  // Not by cause alone: the same words to the same person are a double, whatever they hang on.
  const contents = ledger.mails.map((mail) => `${mail.recipient} ${mail.subject} ${mail.text}`)
  for (const repeated of listRepeated(contents)) report('doubled mails', repeated.slice(0, 80))
  const mailed = new Set(causes)
  for (const line of ledger.orders)
    if (line.wasCompleted && line.amountInPaise > 0 && !mailed.has(`receipt:${line.id}`))
      report('receipt mails missing', line.razorpayOrderId ?? line.id)
}
