import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../src/http/api-client.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { countBlocked } from './count-blocked.ts'
import type { Stop } from './stop-transactions.ts'

interface Pair<World> {
  db: Database
  /** Of the process where the first one happens (`stopTransactions`). */
  stopBefore: (statement: number) => Stop
  makeWorld: () => Promise<World>
  /** What is there afterwards: the same wherever the same has happened. */
  describe: (world: World) => Promise<unknown>
  /** Both resolve to what whoever asked is told; the first must not need the other's end. */
  first: (world: World) => Promise<unknown>
  second: (world: World) => Promise<unknown>
}

/**
 * Two things happen to one world at once: the first one's transaction stands still before each of its
 * statements in turn, until the other is through or waits for it. Resolves to the ends that are none of
 * one after the other, with the statement; an empty list is as it should be. `from` and `every` leave statements out.
 */
export async function findRaces<World>(
  pair: Pair<World>,
  { from = 1, every = 1 } = {},
): Promise<string[]> {
  const { db, stopBefore, makeWorld, first, second } = pair
  const tell = async (world: World, told: unknown[]): Promise<string> =>
    JSON.stringify({ told, is: await pair.describe(world) })

  const ahead = await makeWorld()
  const toldAhead = [await first(ahead), await second(ahead)]
  const behind = await makeWorld()
  const toldSecond = await second(behind)
  const right = [
    await tell(ahead, toldAhead),
    await tell(behind, [await first(behind), toldSecond]),
  ]

  const races: string[] = []
  for (let statement = from; ; statement += every) {
    const world = await makeWorld()
    const stop = stopBefore(statement)
    const going = first(world)
    const isStopped = await Promise.race([stop.reached.then(() => true), going.then(() => false)])
    if (!isStopped) {
      stop.goOn()
      if (races.length > 0) races.unshift(...right.map((end) => `right: ${end}`))
      return races
    }
    const coming = second(world)
    const both = Promise.all([going, coming])
    await Promise.race([both, waitForBlocked(db, coming)]).finally(stop.goOn)
    const end = await tell(world, await both)
    if (!right.includes(end)) races.push(`before statement ${statement}: ${end}`)
  }
}

/** Ends as well once nothing is left that could wait. */
async function waitForBlocked(db: Database, coming: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = (): void => {
    isOver = true
  }
  void coming.then(over, over)
  while (!isOver && (await countBlocked(db)) === 0) await delay(2)
}

/** Whether it was done. A no is a no, whatever it says: to whom it is too late, one of several things is. */
export function wasDone(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false
      throw error
    },
  )
}
