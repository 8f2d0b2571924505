import { eq, gt, isNotNull, lte, min, or, sql } from 'drizzle-orm'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { addDays, dayInIndia, startOfDay } from '../../../../shared/india-time.ts'
import type { CheckoutDependencies } from '../../../checkout/server/dependencies.ts'
import { orders } from '../../../checkout/server/tables.ts'
import { settlementDays } from '../tables.ts'
import { compareDays } from './compare-days.ts'
import { compareLines } from './compare-lines.ts'
import { storeLines } from './store-lines.ts'

export type SettlementDependencies = Pick<CheckoutDependencies, 'db' | 'log' | 'razorpay'>

const pageSize = 100
/** Against a report without an end. */
const mostPages = 5_000
/** An academy with a past looks back so far, when it reads its first settlements. */
const lookedBackInDays = 120
/** So long after its end a day may still get lines. */
const openForInDays = 3
/** A clock is right to this; more than the longest pause that is planned. */
const toleranceInMs = 15 * 60_000
const againAfter = sql`now() + interval '10 minutes'`
/** A day whose reader died is read by another. */
const claimedFor = sql`now() + interval '5 minutes'`

/**
 * Reads the settlements of every day that is due, keeps their lines and compares them with our
 * books. When a day is due stands in its row, so that kills and several processes do no harm: a line
 * is stored once, however often it is read. Resolves to how many days were read; quiet while the
 * provider is away.
 */
export async function readSettlements(
  deps: SettlementDependencies,
  { now = new Date(), stopping }: { now?: Date | undefined; stopping?: AbortSignal } = {},
): Promise<number> {
  const { db, log } = deps
  await planDays(db, now)
  let read = 0
  try {
    while (!stopping?.aborted) {
      const day = await claimDay(db)
      if (day === null) break
      const isWhole = await readDay(deps, day, stopping)
      await noteRead(db, day, { now, isWhole })
      if (isWhole) read += 1
    }
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error
    log.warn({ kind: error.kind }, 'settlements not read')
  }
  await compareLines(db)
  await compareDays(db, now)
  return read
}

/** From the day of the first payment until today; nothing is to be read before. */
async function planDays(db: Database, now: Date): Promise<void> {
  const today = dayInIndia(now)
  await forgetAhead(db, now)
  const first = await findFirstDay(db)
  if (first === null) return
  const earliest = addDays(today, -lookedBackInDays)
  const [known] = await db
    .select({ last: sql<string | null>`max(${settlementDays.day})` })
    .from(settlementDays)
  const from = known?.last ? addDays(known.last, 1) : first < earliest ? earliest : first
  const days: { day: string }[] = []
  for (let day = from; day <= today; day = addDays(day, 1)) days.push({ day })
  if (days.length > 0) await db.insert(settlementDays).values(days).onConflictDoNothing()
}

/** What was read, compared or planned while the clock was ahead is so again. */
async function forgetAhead(db: Database, now: Date): Promise<void> {
  const { day, readAt, comparedAt, nextReadAt } = settlementDays
  const soon = new Date(now.getTime() + toleranceInMs)
  await db.delete(settlementDays).where(gt(day, dayInIndia(soon)))
  const ahead = sql`greatest(${soon.toISOString()}::timestamptz, now() + interval '15 minutes')`
  await db
    .update(settlementDays)
    .set({ readAt: null, comparedAt: null, nextReadAt: sql`now()` })
    .where(or(gt(readAt, ahead), gt(comparedAt, ahead), gt(nextReadAt, ahead)))
}

async function findFirstDay(db: Database): Promise<string | null> {
  const [found] = await db
    .select({ at: min(orders.completedAt) })
    .from(orders)
    .where(isNotNull(orders.completedAt))
  return found?.at ? dayInIndia(found.at) : null
}

/** The oldest day that is due and that nobody else is reading. */
async function claimDay(db: Database): Promise<string | null> {
  const due = db
    .select({ day: settlementDays.day })
    .from(settlementDays)
    .where(lte(settlementDays.nextReadAt, sql`now()`))
    .orderBy(settlementDays.day)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(settlementDays)
    .set({ nextReadAt: claimedFor })
    .where(eq(settlementDays.day, sql`(${due})`))
    .returning({ day: settlementDays.day })
  return claimed?.day ?? null
}

/** False if it was told to stop before the day's last page. */
async function readDay(
  { db, razorpay }: SettlementDependencies,
  day: string,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  for (let page = 0; page < mostPages; page += 1) {
    if (stopping?.aborted) return false
    const lines = await razorpay.listSettlementLines({ day, skip: page * pageSize })
    await storeLines(db, lines)
    if (lines.length < pageSize) return true
  }
  return true
}

async function noteRead(
  db: Database,
  day: string,
  { now, isWhole }: { now: Date; isWhole: boolean },
): Promise<void> {
  const isClosed = now >= startOfDay(addDays(day, 1 + openForInDays))
  await db
    .update(settlementDays)
    .set(isWhole ? { readAt: now, nextReadAt: isClosed ? null : againAfter } : { nextReadAt: now })
    .where(eq(settlementDays.day, day))
}
