import { sql } from 'drizzle-orm'
import { ProblemError } from '../../http/problem.ts'
import type { MailAttachment } from '../../outside/mail/deliver-mails.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { receiptNumber } from './issue-receipt.ts'
import { renderReceiptPdf } from './render-receipt-pdf.ts'

type ReceiptRow = {
  series: string
  number: number
  issued_at: Date
  name: string
  email: string
  course_title: string
  amount_in_paise: string
  razorpay_payment_id: string
  order_id: string
  method: string | null
  refunded_at: Date | null
}

const methodLabels: Record<string, string> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Netbanking',
  wallet: 'Wallet',
  emi: 'EMI',
}

/**
 * The numbered receipt of a payment as a PDF. With a learner, only their own; refused with
 * `payment_not_found` where no receipt was issued.
 */
export async function readReceipt(
  deps: Pick<CheckoutDependencies, 'db' | 'pdfRenderer' | 'brand'>,
  paymentId: string,
  learnerId?: string,
): Promise<MailAttachment> {
  const owner = learnerId === undefined ? sql`true` : sql`payments.learner_id = ${learnerId}`
  const { rows } = await deps.db.execute<ReceiptRow>(sql`
    select receipts.series, receipts.number, receipts.issued_at, users.name, users.email,
           payments.course_title, payments.amount_in_paise, payments.razorpay_payment_id,
           payments.order_id, payments.method, payments.refunded_at
      from receipts
      join payments on payments.id = receipts.payment_id
      join users on users.id = payments.learner_id
     where receipts.payment_id = ${paymentId} and ${owner}`)
  const row = rows[0]
  if (!row) throw new ProblemError('payment_not_found')
  const number = receiptNumber(row.series, row.number)
  const issuedAt = new Date(row.issued_at)
  const content = renderReceiptPdf(deps.pdfRenderer, {
    receiptNumber: number,
    issuedOn: dayInIndia(issuedAt),
    issuedAt,
    learnerName: row.name,
    learnerEmail: row.email,
    courseTitle: row.course_title,
    amountInPaise: Number(row.amount_in_paise),
    currency: 'INR',
    paymentId: row.razorpay_payment_id,
    orderId: row.order_id,
    methodLabel: methodLabels[row.method ?? ''] ?? 'Online',
    brandName: deps.brand.name,
    brandAddress: deps.brand.postalAddress,
    supportEmail: deps.brand.supportEmail,
    ...(row.refunded_at !== null && { refundedOn: dayInIndia(new Date(row.refunded_at)) }),
  })
  const filename = `Receipt-${number.replaceAll('/', '-')}.pdf`
  return { filename, contentType: 'application/pdf', content }
}

function dayInIndia(at: Date): string {
  return at.toLocaleDateString('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
}
