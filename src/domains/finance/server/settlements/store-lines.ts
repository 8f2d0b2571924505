import { eq, inArray, sql } from 'drizzle-orm'
import type { RazorpaySettlementLine } from '../../../../integrations/razorpay/entities.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { type SettlementLineRow, settlementLines, settlements } from '../tables.ts'

/**
 * Keeps lines of the settlement report, each once however often it is read. What is on hold has no
 * settlement yet and comes again with one.
 */
export async function storeLines(db: Database, lines: RazorpaySettlementLine[]): Promise<void> {
  const rows = lines.flatMap(toRow)
  if (rows.length === 0) return
  await db.transaction(async (db) => {
    const ids = await lockSettlements(db, lines)
    await db.insert(settlementLines).values(rows).onConflictDoNothing()
    await sumUp(db, ids)
  })
}

function toRow(line: RazorpaySettlementLine): Omit<SettlementLineRow, 'comparedAt'>[] {
  const { settlementId, settledAt, settlementUtr: _utr, ...rest } = line
  if (settlementId === null || settledAt === null) return []
  const razorpayPaymentId = line.type === 'payment' ? line.entityId : line.razorpayPaymentId
  return [{ ...rest, settlementId, razorpayPaymentId }]
}

/** Whoever stores lines of the same settlement waits, so that the sums are of all of them. */
async function lockSettlements(db: Database, lines: RazorpaySettlementLine[]): Promise<string[]> {
  const found = new Map<string, typeof settlements.$inferInsert>()
  for (const { settlementId, settledAt, settlementUtr: utr } of lines) {
    if (settlementId === null || settledAt === null) continue
    const before = found.get(settlementId)
    found.set(settlementId, { id: settlementId, settledAt, utr: utr ?? before?.utr ?? null })
  }
  const rows = [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await db
    .insert(settlements)
    .values(rows)
    .onConflictDoUpdate({
      target: settlements.id,
      set: { utr: sql`coalesce(excluded.utr, ${settlements.utr})` },
    })
  return [...found.keys()]
}

async function sumUp(db: Database, ids: string[]): Promise<void> {
  const sums = db
    .select({
      settlementId: settlementLines.settlementId,
      lines: sql`count(*)`.as('line_count'),
      credit: sql`sum(${settlementLines.creditInPaise})`.as('credit_sum'),
      debit: sql`sum(${settlementLines.debitInPaise})`.as('debit_sum'),
      fee: sql`sum(${settlementLines.feeInPaise})`.as('fee_sum'),
      tax: sql`sum(${settlementLines.taxInPaise})`.as('tax_sum'),
    })
    .from(settlementLines)
    .where(inArray(settlementLines.settlementId, ids))
    .groupBy(settlementLines.settlementId)
    .as('sums')
  await db
    .update(settlements)
    .set({
      lines: sql`${sums.lines}`,
      creditInPaise: sql`${sums.credit}`,
      debitInPaise: sql`${sums.debit}`,
      feeInPaise: sql`${sums.fee}`,
      taxInPaise: sql`${sums.tax}`,
    })
    .from(sums)
    .where(eq(settlements.id, sums.settlementId))
}
