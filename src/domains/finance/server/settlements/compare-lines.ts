import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { disputes, orderReturns, orders, refunds } from '../../../checkout/server/tables.ts'
import { differences, type SettlementLineRow, settlementLines } from '../tables.ts'
import { compareLine, type Difference } from './compare-line.ts'
import { readKnown } from './read-known.ts'

const linesAtOnce = 500
const passed = 'It fits by now: what was missing here was heard of later.'

/**
 * Compares every line that was not compared yet with our books, and lists what does not fit. A
 * line and its differences are written as one, so a line whose process died is compared again.
 */
export async function compareLines(db: Database): Promise<void> {
  await reopenKnown(db)
  for (;;) {
    const compared = await db.transaction(compareSome)
    if (compared < linesAtOnce) return
  }
}

/** Lines of an order, a refund or a dispute that was unknown when they came, and is known by now. */
async function reopenKnown(db: Database): Promise<void> {
  const { entityId } = differences
  const order = db
    .select({ one: sql`1` })
    .from(orders)
    .where(eq(orders.razorpayPaymentId, entityId))
  const refund = db
    .select({ one: sql`1` })
    .from(refunds)
    .where(or(eq(refunds.razorpayPaymentId, entityId), eq(refunds.razorpayRefundId, entityId)))
  const heard = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .innerJoin(orders, eq(orders.razorpayPaymentId, settlementLines.razorpayPaymentId))
    .innerJoin(orderReturns, eq(orderReturns.orderId, orders.id))
    .where(and(eq(settlementLines.entityId, entityId), eq(settlementLines.type, 'refund')))
  const disputed = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .innerJoin(disputes, eq(disputes.id, settlementLines.disputeId))
    .where(eq(settlementLines.entityId, entityId))
  const known = db
    .select({ entityId })
    .from(differences)
    .where(
      and(
        isNull(differences.resolvedAt),
        eq(differences.kind, 'unknown_order'),
        or(exists(order), exists(refund), exists(heard), exists(disputed)),
      ),
    )
  await db
    .update(settlementLines)
    .set({ comparedAt: null })
    .where(inArray(settlementLines.entityId, known))
}

async function compareSome(db: Database): Promise<number> {
  const lines = await db
    .select()
    .from(settlementLines)
    .where(isNull(settlementLines.comparedAt))
    .orderBy(settlementLines.entityId)
    .limit(linesAtOnce)
    .for('update', { skipLocked: true })
  if (lines.length === 0) return 0
  const knownOf = await readKnown(db, lines)
  const compared = lines.map((line) => ({ line, found: compareLine(line, knownOf(line)) }))
  const rows = compared.flatMap(({ line: { entityId, settlementId }, found }) =>
    found.map((difference) => ({ ...difference, entityId, settlementId })),
  )
  if (rows.length > 0) await db.insert(differences).values(rows).onConflictDoNothing()
  await closePassed(db, compared)
  await db
    .update(settlementLines)
    .set({ comparedAt: sql`clock_timestamp()` })
    .where(isOneOf(settlementLines, lines))
  return lines.length
}

/** What was found of a line before and is not found any more. */
async function closePassed(
  db: Database,
  compared: { line: SettlementLineRow; found: Difference[] }[],
): Promise<void> {
  const lines = compared.map(({ line }) => line)
  const open = await db
    .select()
    .from(differences)
    .where(and(isNull(differences.resolvedAt), isOneOf(differences, lines)))
  const keys = compared.flatMap(({ line, found }) => found.map(({ kind }) => keyOf(line, kind)))
  const stillFound = new Set(keys)
  const over = open.filter((difference) => !stillFound.has(keyOf(difference, difference.kind)))
  if (over.length === 0) return
  await db
    .update(differences)
    .set({ resolvedAt: sql`clock_timestamp()`, note: passed })
    .where(
      inArray(
        differences.id,
        over.map(({ id }) => id),
      ),
    )
}

function keyOf({ entityId, settlementId }: Place, kind: string): string {
  return `${kind} ${settlementId} ${entityId}`
}

type Place = Pick<SettlementLineRow, 'entityId' | 'settlementId'>

function isOneOf(table: typeof differences | typeof settlementLines, lines: Place[]) {
  const entityIds = sql.param(lines.map(({ entityId }) => entityId))
  const settlementIds = sql.param(lines.map(({ settlementId }) => settlementId))
  return sql`(${table.entityId}, ${table.settlementId}) in
    (select * from unnest(${entityIds}::text[], ${settlementIds}::text[]))`
}
