import { desc } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import type * as finance from '../contract.ts'
import { settlements } from './tables.ts'

export async function listSettlements(
  db: Database,
  { cursor, limit }: QueryOf<typeof finance.listSettlements>,
): Promise<ResponseOf<typeof finance.listSettlements>> {
  const rows = await db
    .select()
    .from(settlements)
    .where(isBehind(settlements.settledAt, settlements.id, cursor))
    .orderBy(desc(settlements.settledAt), desc(settlements.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return {
    settlements: page.map((row) => ({
      id: row.id,
      utr: row.utr,
      settled_at: row.settledAt.toISOString(),
      lines: row.lines,
      credit: toRupees(row.creditInPaise),
      debit: toRupees(row.debitInPaise),
      fee: toRupees(row.feeInPaise),
      tax: toRupees(row.taxInPaise),
      net: toRupees(row.creditInPaise - row.debitInPaise),
    })),
    next_cursor,
  }
}
