import type { AdminPayment, Payment } from '../contract.ts'
import { receiptNumber } from '../receipts/issue-receipt.ts'
import { isWithinGuarantee } from '../refunds/request-refund.ts'

/** A payment with its receipt, refund and buyer, as every list reads it. */
export type ListedPayment = {
  id: string
  course_id: string
  course_title: string
  amount_in_paise: string
  status: Payment['status']
  created_at: Date
  completed_at: Date | null
  razorpay_payment_id: string | null
  series: string | null
  number: number | null
  refund_status: 'intended' | 'pending' | 'processed' | 'failed' | null
  refunded_in_paise: string | null
  user_name: string
  user_email: string
}

/** The columns of `ListedPayment`; `payments` joined with `listedPaymentJoins`. */
export const listedPaymentColumns = `
  payments.id, payments.course_id, payments.course_title, payments.amount_in_paise,
  payments.status, payments.created_at, payments.completed_at, payments.razorpay_payment_id,
  receipts.series, receipts.number,
  refunds.status as refund_status, refunds.amount_in_paise as refunded_in_paise`

export const listedPaymentJoins = `
  left join receipts on receipts.payment_id = payments.id
  left join refunds on refunds.razorpay_payment_id = payments.razorpay_payment_id`

/** A payment as its learner sees it. */
export function describePayment(
  row: Omit<ListedPayment, 'user_name' | 'user_email'>,
  guaranteeInDays: number,
): Payment {
  return {
    id: row.id,
    course_id: row.course_id,
    course_title: row.course_title,
    amount: Number(row.amount_in_paise) / 100,
    status: row.status,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    razorpay_payment_id: row.razorpay_payment_id,
    receipt_number:
      row.series === null || row.number === null ? null : receiptNumber(row.series, row.number),
    refund:
      row.refund_status === null
        ? null
        : {
            status: row.refund_status === 'intended' ? 'pending' : row.refund_status,
            amount: Number(row.refunded_in_paise) / 100,
          },
    can_refund:
      row.status === 'completed' &&
      isWithinGuarantee({ completedAt: row.completed_at }, guaranteeInDays),
  }
}

/** A payment as administrators see it. */
export function describeAdminPayment(row: ListedPayment, guaranteeInDays: number): AdminPayment {
  return {
    ...describePayment(row, guaranteeInDays),
    user_name: row.user_name,
    user_email: row.user_email,
  }
}
