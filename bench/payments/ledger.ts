import { sql } from 'drizzle-orm'
import type { Database } from '../../src/platform/database/database.ts'

/** What the academy's database says after the run, as far as the check needs it. */
export interface Ledger {
  orders: OrderLine[]
  refunds: { razorpayPaymentId: string; status: string; cause: string }[]
  receipts: { orderId: string; series: string; number: number }[]
  /** By series. */
  lastReceiptNumbers: { series: string; lastNumber: number }[]
  grants: { causeId: string; change: 'grant' | 'revocation'; learnerId: string; courseId: string }[]
  entitlements: { learnerId: string; courseId: string }[]
  mails: { recipient: string; subject: string; text: string; cause: string | null }[]
  /** How each payment that opened a course came to do so, and when. */
  openings: { razorpayPaymentId: string; source: string; atInMs: number }[]
}

export interface OrderLine {
  id: string
  razorpayOrderId: string | null
  learnerId: string
  courseId: string
  amountInPaise: number
  status: 'pending' | 'completed' | 'failed' | 'refunded'
  razorpayPaymentId: string | null
  wasCompleted: boolean
}

export async function readLedger(db: Database): Promise<Ledger> {
  const list = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> => {
    // Each query names its columns as the row type does.
    return (await db.execute(query)).rows as Row[]
  }
  return {
    orders: await list(sql`
      select id, razorpay_order_id as "razorpayOrderId", learner_id as "learnerId", course_id as "courseId",
             amount_in_paise::int as "amountInPaise", status,
             razorpay_payment_id as "razorpayPaymentId", completed_at is not null as "wasCompleted"
        from orders`),
    refunds: await list(sql`
      select razorpay_payment_id as "razorpayPaymentId", status, cause from refunds`),
    receipts: await list(sql`select order_id as "orderId", series, number from receipts`),
    lastReceiptNumbers: await list(sql`
      select series, last_number as "lastNumber" from receipt_series`),
    grants: await list(sql`
      select cause_id as "causeId", change, learner_id as "learnerId", course_id as "courseId"
        from access_ledger`),
    entitlements: await list(sql`
      select learner_id as "learnerId", course_id as "courseId" from entitlements`),
    mails: await list(sql`select recipient, subject, text, cause from mails`),
    openings: await list(sql`
      select event.razorpay_payment_id as "razorpayPaymentId", event.source,
             (extract(epoch from granted.created_at) * 1000)::float8 as "atInMs"
        from access_ledger granted
        join orders on orders.id::text = granted.cause_id
        join order_events event on event.order_id = orders.id
         and event.razorpay_payment_id = orders.razorpay_payment_id
         and event.outcome = 'Paid: the course is open.'
       where granted.change = 'grant'`),
  }
}

/** All that was heard about one order, oldest first, a line each. */
export async function readTimeline(db: Database, razorpayOrderId: string): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws('  ', to_char(event.happened_at, 'HH24:MI:SS.MS'), event.source, event.kind,
                     event.razorpay_payment_id, event.outcome) as line
      from order_events event join orders on orders.id = event.order_id
     where orders.razorpay_order_id = ${razorpayOrderId}
     order by event.id`)
  return rows.map((row) => row.line)
}
