import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Payment } from '../../sandbox/entities.ts'
import type { Store } from '../../sandbox/store.ts'
import type { Chance } from './chance.ts'
import { checkBooks } from './check-books.ts'
import { coursesOf, type Ledger, readLedger } from './ledger.ts'
import type { World } from './world.ts'

export interface HealingRun {
  /** How long the reconciler was left to itself after the last purchase. */
  waitedInSeconds: number
  /** Orders and refunds still to be settled when patience ran out. */
  unsettled: string[]
  /** Rows whose next question, hours away, was brought forward in the database. */
  broughtForward: number
}

const mostRounds = 8

/** Lets the reconciler work at its own pace, until no money waits or patience runs out. */
export async function waitForReconciler(world: World): Promise<HealingRun> {
  const startedAt = Date.now()
  for (;;) {
    const lookedAt = Date.now()
    const ledger = await world.query(readLedger)
    const unsettled = listUnsettled(world.provider.readBooks(), ledger)
    const waitedInSeconds = Math.round((Date.now() - startedAt) / 1000)
    if (unsettled.length === 0 || waitedInSeconds >= world.options.patienceInSeconds)
      return { waitedInSeconds, unsettled, broughtForward: 0 }
    await delay(Math.max(500, 3 * (Date.now() - lookedAt))) // looking must not slow what is watched
  }
}

/**
 * Brings the long pauses to an end: failed refunds are tried again after an hour, pending ones asked
 * about after six, settled orders after twelve. Banks bring pending refunds to their end meanwhile.
 * Resolves to how many rows were brought forward.
 */
export async function bringClockForward(world: World, chance: Chance): Promise<number> {
  let broughtForward = 0
  let isAboutOrders = true
  for (let round = 1; round <= mostRounds; round += 1) {
    while ((await countDue(world, isAboutOrders)) > 0) await delay(50)
    const violations = checkBooks(world.provider.readBooks(), await world.query(readLedger))
    const broken = Object.entries(violations).filter(([, list]) => list.length > 0)
    if (broken.length === 0) break
    isAboutOrders = broken.some(([rule]) => rule !== 'refunds not finished')
    await settlePendingRefunds(world, round === 1 ? chance : null)
    broughtForward += await makeDue(world, isAboutOrders)
    await world.academy.fixPayments(world.administrator.token) // beside the reconciler
  }
  return broughtForward
}

/** Makes what the academy plans to ask about refunds, and if wished about orders, due at once. */
export async function makeDue(world: World, isAboutOrders = true): Promise<number> {
  return world.query(async (db) => {
    const orders = await db.execute(sql`
      update orders set next_check_at = clock_timestamp()
       where next_check_at is not null and ${isAboutOrders}`)
    // A coupon is held for half an hour.
    await db.execute(sql`
      update coupon_uses set changed_at = changed_at - interval '1 hour' where state = 'reserved'`)
    const refunds = await db.execute(sql`
      update refunds set next_attempt_at = clock_timestamp() where next_attempt_at is not null`)
    return (orders.rowCount ?? 0) + (refunds.rowCount ?? 0)
  })
}

async function countDue(world: World, isAboutOrders: boolean): Promise<number> {
  const { rows } = await world.query((db) =>
    db.execute<{ due: number }>(sql`
      select count(*)::int as due from (
        select 1 from orders where next_check_at <= clock_timestamp() and ${isAboutOrders}
        union all
        select 1 from refunds where next_attempt_at <= clock_timestamp()) as rows_due`),
  )
  return rows[0]?.due ?? 0
}

/** Money that has neither opened a course nor is on its way back, or that waits to be collected. */
function listUnsettled(books: Store, ledger: Ledger): string[] {
  const byOrder = new Map(ledger.orders.map((line) => [line.razorpayOrderId, line]))
  const entitled = new Set(ledger.entitlements.map((line) => `${line.learnerId} ${line.courseId}`))
  const noted = new Set(ledger.refunds.map((refund) => refund.razorpayPaymentId))
  const isWaiting = (payment: Payment): boolean => {
    const line = byOrder.get(payment.order_id)
    if (!line || noted.has(payment.id) || payment.amount_refunded >= payment.amount) return false
    if (payment.captured) return line.razorpayPaymentId !== payment.id
    const isWanted = line.status === 'pending' || line.status === 'failed'
    const isExact = payment.amount === line.amountInPaise
    const isOwned = coursesOf(ledger, line).every((id) => entitled.has(`${line.learnerId} ${id}`))
    return payment.status === 'authorized' && isWanted && isExact && !isOwned
  }
  return [
    ...Array.from(books.payments.values())
      .filter(isWaiting)
      .map((payment) => payment.order_id),
    ...ledger.refunds
      .filter((refund) => refund.status === 'intended')
      .map((refund) => `refund of ${refund.razorpayPaymentId}`),
  ]
}

/** What banks do in days: most pending refunds arrive; with chance given, some fail. */
async function settlePendingRefunds(world: World, chance: Chance | null): Promise<void> {
  for (const refund of world.provider.readBooks().refunds.values()) {
    if (refund.status !== 'pending') continue
    const step = chance?.of(0.2) ? 'fail' : 'process'
    await world.provider.act(`refunds/${refund.id}/${step}`, { webhook: 'now' })
    if (step === 'fail') world.faults.count('provider: pending refund failed in the end')
  }
}
