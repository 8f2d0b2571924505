import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { MailAttachment } from '../../../../integrations/mail/mail-transport.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import { users } from '../../../accounts/server/tables.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { readOrderItems } from '../orders/order-items.ts'
import { orders, receipts } from '../tables.ts'
import { receiptNumber } from './issue-receipt.ts'
import { type PrintedReceipt, renderReceiptPdf } from './render-receipt-pdf.ts'

/**
 * The numbered receipt of an order as a PDF, in the language that it was issued in. With a learner, only their own; refused with
 * `payment_not_found` where no receipt was issued.
 */
export async function readReceipt(
  deps: Pick<CheckoutDependencies, 'db' | 'pdfRenderer' | 'brand' | 'languages'>,
  orderId: string,
  learnerId?: string,
): Promise<MailAttachment> {
  const [row] = await deps.db
    .select({ order: orders, receipt: receipts, name: users.name, email: users.email })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .innerJoin(users, eq(users.id, orders.learnerId))
    .where(
      and(
        eq(receipts.orderId, orderId),
        learnerId === undefined ? undefined : eq(orders.learnerId, learnerId),
      ),
    )
  if (!row) throw new ProblemError('payment_not_found')
  const { order, receipt } = row
  const number = receiptNumber(receipt.series, receipt.number)
  const printed: PrintedReceipt = {
    receiptNumber: number,
    issuedAt: receipt.issuedAt,
    learnerName: receipt.buyerName ?? row.name,
    learnerEmail: receipt.buyerEmail ?? row.email,
    courseTitle: order.courseTitle,
    ...(order.bundleId !== null && {
      bundledTitles: (await readOrderItems(deps.db, order.id)).map((item) => item.courseTitle),
    }),
    amountInPaise: order.amountInPaise,
    discountInPaise: order.discountInPaise,
    couponCode: order.couponCode,
    couponDiscountInPaise: order.couponDiscountInPaise,
    razorpayPaymentId: order.razorpayPaymentId ?? '',
    razorpayOrderId: order.razorpayOrderId ?? '',
    method: order.method,
    brandName: deps.brand.name,
    brandAddress: deps.brand.postalAddress,
    supportEmail: deps.brand.supportEmail,
    refundedAt: order.refundedAt,
  }
  const language = deps.languages.find(({ code }) => code === receipt.language)
  const renderer = await deps.pdfRenderer.asOf(receipt.issuedAt)
  const content = runInLanguage(language, () => renderReceiptPdf(renderer, printed))
  const filename = `Receipt-${number.replaceAll('/', '-')}.pdf`
  return { filename, contentType: 'application/pdf', content }
}
