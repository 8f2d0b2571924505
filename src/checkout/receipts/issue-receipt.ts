import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { receiptMail } from '../mail-templates.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import type { PaymentRow } from '../tables.ts'

/**
 * Numbers the receipt of a payment and queues its mail, inside the settling transaction. The series'
 * row stays locked until that commits: numbers have no gaps, and a payment never gets two.
 */
export async function issueReceipt(
  deps: CheckoutDependencies,
  db: Database,
  payment: PaymentRow,
): Promise<void> {
  const buyer = await readBuyer(db, payment.learnerId)
  const series = receiptSeries(deps.receiptPrefix, new Date())
  const { rows } = await db.execute<{ last_number: number }>(sql`
    insert into receipt_series (series, last_number) values (${series}, 1)
    on conflict (series) do update set last_number = receipt_series.last_number + 1
    returning last_number`)
  const number = rows[0]?.last_number
  if (number === undefined) throw new Error('the receipt series gave no number')
  await db.execute(sql`
    insert into receipts (payment_id, series, number, issued_at)
    values (${payment.id}, ${series}, ${number}, clock_timestamp())`)
  await deps.queueMail(db, {
    to: buyer.email,
    letter: receiptMail({
      buyerName: buyer.name,
      courseTitle: payment.courseTitle,
      courseId: payment.courseId,
      amountInPaise: payment.amountInPaise,
      receiptNumber: receiptNumber(series, number),
      razorpayPaymentId: payment.razorpayPaymentId ?? '',
      publicUrl: deps.publicUrl(),
    }),
    attachment: `receipt:${payment.id}`,
    cause: `receipt:${payment.id}`,
  })
}

/** The series of India's financial year (April to March, IST), e.g. `KA/2627`. */
export function receiptSeries(prefix: string, at: Date): string {
  const inIndia = new Date(at.getTime() + 5.5 * 3_600_000)
  const startYear = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < 3 ? 1 : 0)
  const years = [startYear, startYear + 1].map((year) => String(year).slice(-2)).join('')
  return `${prefix}/${years}`
}

/** At most sixteen letters, digits, `-` and `/`, as Rule 46 of the CGST Rules wants of an invoice. */
export function receiptNumber(series: string, number: number): string {
  return `${series}/${String(number).padStart(5, '0')}`
}
