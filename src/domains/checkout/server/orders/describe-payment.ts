import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { toRupees } from '../../../../shared/money.ts'
import { isTooOldToRefund } from '../../../../shared/refundable.ts'
import { type DocumentKind, taxDocuments } from '../../../tax/server/tables.ts'
import type { AdminPayment, Payment } from '../../contract.ts'
import type { OrderStatus } from '../../statuses.ts'
import { receiptNumber } from '../receipts/issue-receipt.ts'
import { isWithinGuarantee } from '../refunds/request-refund.ts'
import { orderReturns, orders, type RefundRow, receipts, refunds } from '../tables.ts'

/** Of the order's documents of a kind, oldest first: one invoice, and a credit note for each refund. */
function numbersOf(kind: DocumentKind) {
  const { documentNumber, orderId, creditedBeforeInPaise } = taxDocuments
  return sql<string[]>`array(select ${documentNumber} from ${taxDocuments}
    where ${orderId} = ${orders.id} and ${taxDocuments.kind} = ${sql.raw(`'${kind}'`)}
    order by ${creditedBeforeInPaise})`
}

/** Of a sale, in parts and as a whole. */
const returnedInPaise =
  sql<number>`(select coalesce(sum(${orderReturns.refundedInPaise} + ${orderReturns.lostInPaise}), 0)
    from ${orderReturns} where ${orderReturns.orderId} = ${orders.id})`.mapWith(Number)

/** What every list reads of an order, its receipt and its refund. */
export const listedFields = {
  id: orders.id,
  course_id: orders.courseId,
  course_title: orders.courseTitle,
  amount_in_paise: orders.amountInPaise,
  list_price_in_paise: orders.listPriceInPaise,
  discount_in_paise: orders.discountInPaise,
  coupon_code: orders.couponCode,
  coupon_discount_in_paise: orders.couponDiscountInPaise,
  bundle_id: orders.bundleId,
  status: orders.status,
  created_at: orders.createdAt,
  completed_at: orders.completedAt,
  guarantee_in_days: orders.guaranteeInDays,
  razorpay_payment_id: orders.razorpayPaymentId,
  series: receipts.series,
  number: receipts.number,
  invoice_numbers: numbersOf('invoice'),
  credit_note_numbers: numbersOf('credit_note'),
  refund_status: refunds.status,
  refunded_in_paise: refunds.amountInPaise,
  returned_in_paise: returnedInPaise,
}

/** Orders that never reached the provider are shown to nobody, unless there was nothing to pay. */
export const isShown = or(
  isNotNull(orders.razorpayOrderId),
  and(sql`${orders.amountInPaise} = 0`, isNotNull(orders.completedAt)),
)

/** How receipts and refunds are joined to it. */
export const isReceiptOf = eq(receipts.orderId, orders.id)
export const isRefundOf = eq(refunds.razorpayPaymentId, orders.razorpayPaymentId)

export interface ListedOrder {
  id: string
  course_id: string
  course_title: string
  amount_in_paise: number
  list_price_in_paise: number
  discount_in_paise: number
  coupon_code: string | null
  coupon_discount_in_paise: number | null
  bundle_id: string | null
  status: OrderStatus
  created_at: Date
  completed_at: Date | null
  guarantee_in_days: number | null
  razorpay_payment_id: string | null
  series: string | null
  number: number | null
  invoice_numbers: string[]
  credit_note_numbers: string[]
  refund_status: RefundRow['status'] | null
  refunded_in_paise: number | null
  returned_in_paise: number
}

/** An order as its learner sees it: a payment. */
export function describePayment(row: ListedOrder, daysOfNow: number): Payment {
  const ofCoupon = row.coupon_discount_in_paise
  const { completed_at: completedAt, guarantee_in_days: guaranteeInDays } = row
  const isRefundDue =
    row.status === 'completed' &&
    row.razorpay_payment_id !== null &&
    isWithinGuarantee({ completedAt, guaranteeInDays }, daysOfNow)
  const isTooOld = isTooOldToRefund(completedAt)
  return {
    id: row.id,
    course_id: row.course_id,
    course_title: row.course_title,
    amount: toRupees(row.amount_in_paise),
    list_price: toRupees(row.list_price_in_paise),
    discount: toRupees(row.discount_in_paise),
    coupon_code: row.coupon_code,
    coupon_discount: ofCoupon === null ? null : toRupees(ofCoupon),
    bundle_id: row.bundle_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    razorpay_payment_id: row.razorpay_payment_id,
    receipt_number:
      row.series === null || row.number === null ? null : receiptNumber(row.series, row.number),
    invoice_number: row.invoice_numbers[0] ?? null,
    credit_note_number: row.credit_note_numbers.at(-1) ?? null,
    credit_note_numbers: row.credit_note_numbers,
    returned: toRupees(row.returned_in_paise),
    refund: describeRefund(row),
    can_refund: isRefundDue && !isTooOld,
    refund_by_mail: isRefundDue && isTooOld,
  }
}

function describeRefund(row: ListedOrder): Payment['refund'] {
  const { refund_status: status, refunded_in_paise: refunded, returned_in_paise: returned } = row
  if (status === null || refunded === null) return null
  // Its row tells of one refund at the provider; parts may have gone before, by hand or to a bank.
  if (status === 'processed') return { status, amount: toRupees(returned || refunded) }
  return { status: status === 'intended' ? 'pending' : status, amount: toRupees(refunded) }
}

/** An order as administrators see it. */
export function describeAdminPayment(
  row: ListedOrder & Pick<AdminPayment, 'user_name' | 'user_email'>,
  daysOfNow: number,
): AdminPayment {
  return {
    ...describePayment(row, daysOfNow),
    user_name: row.user_name,
    user_email: row.user_email,
  }
}
