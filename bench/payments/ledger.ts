import { sql } from 'drizzle-orm'
import type { Database } from '../../src/platform/database/database.ts'

/** What the academy's database says after the run, as far as the check needs it. */
export interface Ledger {
  orders: OrderLine[]
  refunds: {
    id: string
    razorpayPaymentId: string
    razorpayRefundId: string | null
    amountInPaise: number
    status: string
    cause: string
  }[]
  receipts: { orderId: string; series: string; number: number }[]
  /** By series. */
  lastReceiptNumbers: { series: string; lastNumber: number }[]
  items: { orderId: string; courseId: string; courseTitle: string; amountInPaise: number }[]
  coupons: CouponLine[]
  couponUses: { orderId: string; code: string; learnerId: string; state: string }[]
  documents: DocumentLine[]
  /** By series. */
  lastDocumentNumbers: { series: string; lastNumber: number }[]
  places: { orderId: string; state: string; gstin: string | null }[]
  /** Open ones of the money desk. */
  differences: { kind: string; entityId: string; message: string }[]
  alarms: { subject: string }[]
  /** In order of writing. */
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
  couponCode: string | null
  bundleId: string | null
}

export interface CouponLine {
  code: string
  maxUses: number
  maxUsesPerLearner: number | null
  reserved: number
  used: number
}

export interface DocumentLine {
  kind: 'invoice' | 'credit_note'
  series: string
  number: number
  atInMs: number
  orderId: string
  refundId: string | null
  razorpayPaymentId: string
  amountInPaise: number
  lines: { title: string; amountInPaise: number; taxableInPaise: number }[]
  buyerState: string
  buyerGstin: string | null
}

/** All courses of an order. */
export function coursesOf(ledger: Ledger, order: Pick<OrderLine, 'id'>): string[] {
  return ledger.items.flatMap((item) => (item.orderId === order.id ? [item.courseId] : []))
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
             razorpay_payment_id as "razorpayPaymentId", completed_at is not null as "wasCompleted",
             coupon_code as "couponCode", bundle_id as "bundleId"
        from orders`),
    refunds: await list(sql`
      select id, razorpay_payment_id as "razorpayPaymentId", status, cause,
             razorpay_refund_id as "razorpayRefundId", amount_in_paise::int as "amountInPaise"
        from refunds`),
    items: await list(sql`
      select order_id as "orderId", course_id as "courseId", course_title as "courseTitle",
             amount_in_paise::int as "amountInPaise"
        from order_items order by order_id, position`),
    coupons: await list(sql`
      select code, max_uses as "maxUses", max_uses_per_learner as "maxUsesPerLearner",
             uses_reserved as reserved, uses_used as used
        from coupons`),
    couponUses: await list(sql`
      select order_id as "orderId", coupon_code as code, learner_id as "learnerId", state
        from coupon_uses`),
    documents: await list(sql`
      select kind, series, number, (extract(epoch from issued_at) * 1000)::float8 as "atInMs",
             order_id as "orderId", refund_id as "refundId",
             razorpay_payment_id as "razorpayPaymentId", amount_in_paise::int as "amountInPaise",
             lines, buyer_state as "buyerState", buyer_gstin as "buyerGstin"
        from tax_documents order by series, number`),
    lastDocumentNumbers: await list(sql`
      select series, last_number as "lastNumber" from tax_series`),
    places: await list(sql`
      select order_id as "orderId", buyer_state as state, buyer_gstin as gstin from order_tax`),
    differences: await list(sql`
      select kind, entity_id as "entityId", message from differences where resolved_at is null`),
    alarms: await list(sql`select subject from alarms`),
    receipts: await list(sql`select order_id as "orderId", series, number from receipts`),
    lastReceiptNumbers: await list(sql`
      select series, last_number as "lastNumber" from receipt_series`),
    grants: await list(sql`
      select cause_id as "causeId", change, learner_id as "learnerId", course_id as "courseId"
        from access_ledger order by id`),
    entitlements: await list(sql`
      select learner_id as "learnerId", course_id as "courseId" from entitlements`),
    mails: await list(sql`select recipient, subject, text, cause from mails`),
    openings: await list(sql`
      select distinct on (orders.id) -- a bundle opens several courses
             event.razorpay_payment_id as "razorpayPaymentId", event.source,
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
