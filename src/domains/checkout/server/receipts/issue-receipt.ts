import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { financialYearOf, keepInFinancialYear } from '../../../../shared/india-time.ts'
import { findCourseOnSale } from '../../../catalogue/server/find-course-on-sale.ts'
import { issueInvoice } from '../../../tax/server/issue-documents.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { receiptMail } from '../mail-templates.ts'
import { readOrderItems } from '../orders/order-items.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import { type OrderRow, receiptSeries, receipts } from '../tables.ts'

/**
 * Numbers the receipt of an order, issues its tax invoice where the academy has a GSTIN, and queues the
 * mail with one of both, inside the settling transaction. The series' row stays locked until that
 * commits: numbers have no gaps, and an order never gets two.
 */
export async function issueReceipt(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
): Promise<void> {
  const buyer = await readBuyer(db, order.learnerId)
  const course = await findCourseOnSale(db, order.courseId)
  const year = financialYearOf(new Date())
  const series = `${deps.receipts.prefix}/${year}`
  const [taken] = await db
    .insert(receiptSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({
      target: receiptSeries.series,
      set: { lastNumber: sql`${receiptSeries.lastNumber} + 1` },
    })
    .returning({
      number: receiptSeries.lastNumber,
      at: sql`clock_timestamp()`.mapWith(receipts.issuedAt),
    })
  if (!taken) throw new Error('the receipt series gave no number')
  const { number, at } = taken
  await db.insert(receipts).values({
    orderId: order.id,
    series,
    number,
    // Who waited for the lock past the year's last midnight is still of that year.
    issuedAt: keepInFinancialYear(at, year),
    language: deps.languages.find(({ code }) => code === buyer.language)?.code ?? null,
  })
  const items = await readOrderItems(db, order.id)
  const invoice =
    order.razorpayPaymentId === null
      ? null
      : await issueInvoice(db, {
          orderId: order.id,
          learnerId: order.learnerId,
          razorpayPaymentId: order.razorpayPaymentId,
          buyer,
          discountInPaise: order.discountInPaise,
          couponCode: order.couponCode,
          couponDiscountInPaise: order.couponDiscountInPaise,
          lines: items.map((item) => ({
            title: item.courseTitle,
            amountInPaise: item.amountInPaise,
          })),
        })
  await deps.queueMail(db, {
    to: buyer.email,
    template: () =>
      receiptMail({
        buyerName: buyer.name,
        courseTitle: order.courseTitle,
        courseId: order.courseId,
        cover: course?.thumbnail ?? null,
        bundledTitles: order.bundleId === null ? [] : items.map((item) => item.courseTitle),
        amountInPaise: order.amountInPaise,
        discountInPaise: order.discountInPaise,
        couponCode: order.couponCode,
        couponDiscountInPaise: order.couponDiscountInPaise,
        receiptNumber: receiptNumber(series, number),
        invoiceNumber: invoice?.documentNumber ?? null,
        razorpayPaymentId: order.razorpayPaymentId ?? '',
        publicUrl: deps.publicUrl(),
      }),
    attachment: `${invoice ? 'invoice' : 'receipt'}:${order.id}`,
    cause: `receipt:${order.id}`,
  })
}

/** At most sixteen letters, digits, `-` and `/`, as Rule 46 of the CGST Rules wants of an invoice. */
export function receiptNumber(series: string, number: number): string {
  return `${series}/${String(number).padStart(5, '0')}`
}
