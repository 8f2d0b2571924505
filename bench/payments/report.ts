import { sql } from 'drizzle-orm'
import { fetchExports } from './check-accounts.ts'
import { checkBooks, type Violations } from './check-books.ts'
import type { HealingRun } from './heal.ts'
import { readLedger, readTimeline } from './ledger.ts'
import { type Healing, measureHealing } from './measure-healing.ts'
import type { BenchOptions } from './options.ts'
import { createTally, type Tally } from './tally.ts'
import type { World } from './world.ts'

export interface Report {
  options: BenchOptions
  purchases: Tally
  faults: Tally
  /** Money and orders in the provider's books at the end. */
  outcomes: Tally
  drivenInSeconds: number
  healingRun: HealingRun
  healing: Healing[]
  absences: World['absences']
  violations: Violations
  breaches: string[]
  postgresVersion: string
  /** For each order of a violation all that was heard of it. */
  timelines: { razorpayOrderId: string; lines: string[] }[]
}

export function isClean(report: Report): boolean {
  const isSound = Object.values(report.violations).every((list) => list.length === 0)
  return isSound && report.breaches.length === 0
}

/** Compares the books of both sides after the run. */
export async function makeReport(
  world: World,
  run: Pick<Report, 'drivenInSeconds' | 'healingRun'>,
): Promise<Report> {
  const books = world.provider.readBooks()
  const ledger = await world.query(readLedger)
  const violations = checkBooks(books, ledger, await fetchExports(world))
  const version = await world.query((db) =>
    db.execute<{ server_version: string }>(sql`show server_version`),
  )
  for (const tail of world.process.ownEnds()) {
    world.breaches.push(`the server ended by itself:\n${tail}`)
  }
  const outcomes = createTally()
  for (const line of ledger.orders) outcomes.count(`orders ${line.status}`)
  for (const payment of books.payments.values())
    outcomes.count(`payments ${payment.status} at the provider`)
  for (const refund of books.refunds.values())
    outcomes.count(`refunds ${refund.status} at the provider`)
  outcomes.count('courses open', ledger.entitlements.length)
  outcomes.count('receipts', ledger.receipts.length)
  outcomes.count('mails', ledger.mails.length)
  outcomes.count('bundles ordered', ledger.orders.filter((line) => line.bundleId !== null).length)
  for (const use of ledger.couponUses) outcomes.count(`uses of coupons ${use.state}`)
  for (const document of ledger.documents)
    outcomes.count(document.kind === 'invoice' ? 'invoices' : 'credit notes')
  outcomes.count('lines of settlements', books.settlementLines.size)
  outcomes.count('differences of settlements', ledger.differences.length)
  const razorpayOrderIds = new Set(Object.values(violations).flat())
  const timelines = await Promise.all(
    Array.from(razorpayOrderIds)
      .filter((id) => id.startsWith('order_'))
      .slice(0, 10)
      .map(async (razorpayOrderId) => ({
        razorpayOrderId,
        lines: await world.query((db) => readTimeline(db, razorpayOrderId)),
      })),
  )
  return {
    ...run,
    options: world.options,
    purchases: world.purchases,
    faults: world.faults,
    outcomes,
    healing: measureHealing(books, ledger),
    absences: world.absences,
    violations,
    breaches: world.breaches,
    postgresVersion: version.rows[0]?.server_version ?? 'unknown',
    timelines,
  }
}
