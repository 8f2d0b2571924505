import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { killServer } from './kill-processes.ts'
import type { World } from './world.ts'

/** Well over the minute at which the academy looks for settlements. */
const longestWaitInMs = 150_000

/** The provider pays out what is there, and the academy is to read of it when it next looks. */
export async function payOut(world: World): Promise<void> {
  if (!(await world.provider.act('settle'))) throw new Error('The stand-in did not settle')
  await makeDaysDue(world)
  world.faults.count('settlements paid out')
}

/** Also what a killed reader had claimed for five minutes. */
async function makeDaysDue(world: World): Promise<void> {
  await world.query((db) =>
    db.execute(sql`update settlement_days set next_read_at = clock_timestamp()`),
  )
}

/**
 * The last payout, of all that is left. The server is killed once more before it reads; resolves when
 * every line is stored and compared with the orders, after a reading that began when all was paid out.
 */
export async function settleAccounts(world: World): Promise<void> {
  await payOut(world)
  const paidOutAt = new Date()
  await killServer(world, { whileItIsDown: () => makeDaysDue(world) })
  const until = Date.now() + longestWaitInMs
  const expected = world.provider.readBooks().settlementLines.size
  for (;;) {
    const { rows } = await world.query((db) =>
      db.execute<{ compared: number; unread: number }>(sql`
        select (select count(*)::int from settlement_lines where compared_at is not null) as compared,
               (select count(*)::int from settlement_days
                 where coalesce(read_at, '-infinity') < ${paidOutAt.toISOString()}) as unread`),
    )
    const [found] = rows
    if (found && found.compared === expected && found.unread === 0) return
    if (Date.now() > until) {
      world.breaches.push(`settlements are not read: ${JSON.stringify({ ...found, expected })}`)
      return
    }
    await delay(200)
  }
}
