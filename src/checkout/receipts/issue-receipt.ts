import { sql } from 'drizzle-orm'
import { findCourseOnSale } from '../../catalogue/find-course-on-sale.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { receiptMail } from '../mail-templates.ts'
import { readOrderItems } from '../orders/order-items.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import { type OrderRow, receiptSeries, receipts } from '../tables.ts'

/**
 * Numbers the receipt of an order and queues its mail, inside the settling transaction. The series'
 * row stays locked until that commits: numbers have no gaps, and an order never gets two.
 */
export async function issueReceipt(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
): Promise<void> {
  const buyer = await readBuyer(db, order.learnerId)
  const course = await findCourseOnSale(db, order.courseId)
  const series = seriesOf(deps.receiptPrefix, new Date())
  const [taken] = await db
    .insert(receiptSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({
      target: receiptSeries.series,
      set: { lastNumber: sql`${receiptSeries.lastNumber} + 1` },
    })
    .returning({ number: receiptSeries.lastNumber })
  if (!taken) throw new Error('the receipt series gave no number')
  const { number } = taken
  await db
    .insert(receipts)
    .values({ orderId: order.id, series, number, issuedAt: sql`clock_timestamp()` })
  await deps.queueMail(db, {
    to: buyer.email,
    template: receiptMail({
      buyerName: buyer.name,
      courseTitle: order.courseTitle,
      courseId: order.courseId,
      cover: course?.thumbnail ?? null,
      bundledTitles:
        order.bundleId === null
          ? []
          : (await readOrderItems(db, order.id)).map((item) => item.courseTitle),
      amountInPaise: order.amountInPaise,
      discountInPaise: order.discountInPaise,
      couponCode: order.couponCode,
      receiptNumber: receiptNumber(series, number),
      razorpayPaymentId: order.razorpayPaymentId ?? '',
      publicUrl: deps.publicUrl(),
    }),
    attachment: `receipt:${order.id}`,
    cause: `receipt:${order.id}`,
  })
}

/** The series of India's financial year (April to March, IST), e.g. `KA/2627`. */
export function seriesOf(prefix: string, at: Date): string {
  const inIndia = new Date(at.getTime() + 5.5 * 3_600_000)
  const startYear = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < 3 ? 1 : 0)
  const years = [startYear, startYear + 1].map((year) => String(year).slice(-2)).join('')
  return `${prefix}/${years}`
}

/** At most sixteen letters, digits, `-` and `/`, as Rule 46 of the CGST Rules wants of an invoice. */
export function receiptNumber(series: string, number: number): string {
  return `${series}/${String(number).padStart(5, '0')}`
}
