import { count, eq, gte, isNull, max, type SQL, sql, sum } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { disputes, orders, refunds } from '../../checkout/server/tables.ts'
import type { getFinanceSummary } from '../contract.ts'
import { isDispute } from './list-disputes.ts'
import { isRefundIn } from './list-refunds.ts'
import { differences, settlementDays, settlements } from './tables.ts'

const lookedBackInMs = 30 * 24 * 3_600_000

/** What waits for a person, and what was paid out in the last thirty days. */
export async function summariseFinance(
  db: Database,
  now = new Date(),
): Promise<ResponseOf<typeof getFinanceSummary>> {
  const since = new Date(now.getTime() - lookedBackInMs)
  const [refundsWaiting, refundsFailed, [disputed], [open], [paidOut], [read]] = await Promise.all([
    countRefunds(db, isRefundIn.waiting),
    countRefunds(db, isRefundIn.failed),
    db
      .select({ count: count(), paise: sum(orders.amountInPaise) })
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.orderId))
      .where(isDispute.open),
    db.select({ count: count() }).from(differences).where(isNull(differences.resolvedAt)),
    db
      .select({
        count: count(),
        credit: sum(settlements.creditInPaise),
        debit: sum(settlements.debitInPaise),
        fee: sum(settlements.feeInPaise),
        tax: sum(settlements.taxInPaise),
      })
      .from(settlements)
      .where(gte(settlements.settledAt, since)),
    db.select({ at: max(settlementDays.readAt) }).from(settlementDays),
  ])
  const { credit, debit, fee, tax } = paidOut ?? {}
  return {
    refunds_waiting: refundsWaiting,
    refunds_failed: refundsFailed,
    open_disputes: { count: disputed?.count ?? 0, amount: inRupees(disputed?.paise) },
    open_differences: open?.count ?? 0,
    settlements: {
      count: paidOut?.count ?? 0,
      credit: inRupees(credit),
      debit: inRupees(debit),
      fee: inRupees(fee),
      tax: inRupees(tax),
      net: toRupees(Number(credit ?? 0) - Number(debit ?? 0)),
      since: since.toISOString(),
      read_at: read?.at?.toISOString() ?? null,
    },
  }
}

async function countRefunds(
  db: Database,
  condition: SQL,
): Promise<{ count: number; amount: number }> {
  const [found] = await db
    .select({ count: count(), paise: sql<string | null>`sum(${refunds.amountInPaise})` })
    .from(refunds)
    .where(condition)
  return { count: found?.count ?? 0, amount: inRupees(found?.paise) }
}

/** A sum as PostgreSQL gives it: a text, or null of nothing. */
function inRupees(paise: string | null | undefined): number {
  return toRupees(Number(paise ?? 0))
}
