import { eq } from 'drizzle-orm'
import type { AdminPayment, Payment } from '../contract.ts'
import { receiptNumber } from '../receipts/issue-receipt.ts'
import { isWithinGuarantee } from '../refunds/request-refund.ts'
import type { OrderStatus } from '../statuses.ts'
import { orders, type RefundRow, receipts, refunds } from '../tables.ts'

/** What every list reads of an order, its receipt and its refund. */
export const listedFields = {
  id: orders.id,
  course_id: orders.courseId,
  course_title: orders.courseTitle,
  amount_in_paise: orders.amountInPaise,
  status: orders.status,
  created_at: orders.createdAt,
  completed_at: orders.completedAt,
  razorpay_payment_id: orders.razorpayPaymentId,
  series: receipts.series,
  number: receipts.number,
  refund_status: refunds.status,
  refunded_in_paise: refunds.amountInPaise,
}

/** How receipts and refunds are joined to it. */
export const isReceiptOf = eq(receipts.orderId, orders.id)
export const isRefundOf = eq(refunds.razorpayPaymentId, orders.razorpayPaymentId)

export interface ListedOrder {
  id: string
  course_id: string
  course_title: string
  amount_in_paise: number
  status: OrderStatus
  created_at: Date
  completed_at: Date | null
  razorpay_payment_id: string | null
  series: string | null
  number: number | null
  refund_status: RefundRow['status'] | null
  refunded_in_paise: number | null
}

/** An order as its learner sees it: a payment. */
export function describePayment(row: ListedOrder, guaranteeInDays: number): Payment {
  return {
    id: row.id,
    course_id: row.course_id,
    course_title: row.course_title,
    amount: row.amount_in_paise / 100,
    status: row.status,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    razorpay_payment_id: row.razorpay_payment_id,
    receipt_number:
      row.series === null || row.number === null ? null : receiptNumber(row.series, row.number),
    refund:
      row.refund_status === null || row.refunded_in_paise === null
        ? null
        : {
            status: row.refund_status === 'intended' ? 'pending' : row.refund_status,
            amount: row.refunded_in_paise / 100,
          },
    can_refund:
      row.status === 'completed' &&
      isWithinGuarantee({ completedAt: row.completed_at }, guaranteeInDays),
  }
}

/** An order as administrators see it. */
export function describeAdminPayment(
  row: ListedOrder & Pick<AdminPayment, 'user_name' | 'user_email'>,
  guaranteeInDays: number,
): AdminPayment {
  return {
    ...describePayment(row, guaranteeInDays),
    user_name: row.user_name,
    user_email: row.user_email,
  }
}
