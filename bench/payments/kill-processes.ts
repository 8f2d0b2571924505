import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

type Target = 'server' | 'database'

interface Kill {
  target: Target
  /** When so many purchases have begun. */
  afterPurchases: number
  /** Then a random moment more. */
  waitInMs: number
  /** Once more before it has started again. */
  isTwice: boolean
}

/** `kill -9` at random moments of the run, one after the other, each followed by a new start. */
export async function killProcesses(
  world: World,
  kills: Kill[],
  countBegun: () => number,
): Promise<void> {
  for (const kill of kills) {
    while (countBegun() < kill.afterPurchases) await delay(10)
    await delay(kill.waitInMs)
    if (kill.target === 'server') await killServer(world, { isTwice: kill.isTwice })
    else await killDatabase(world)
  }
}

/** Spread over the run by chance; a kill while starting takes the place of another. */
export function planKills(world: World, chance: Chance): Kill[] {
  const { purchases, serverKills, databaseKills } = world.options
  const moment = () => ({
    afterPurchases: chance.between(Math.ceil(purchases * 0.05), Math.ceil(purchases * 0.95)),
    waitInMs: chance.between(0, 400),
  })
  const kills: Kill[] = []
  for (let left = serverKills; left > 0; ) {
    const isTwice = left >= 3 && chance.of(0.2)
    kills.push({ target: 'server', ...moment(), isTwice })
    left -= isTwice ? 2 : 1
  }
  for (let left = databaseKills; left > 0; left -= 1)
    kills.push({ target: 'database', ...moment(), isTwice: false })
  return kills.toSorted((one, other) => one.afterPurchases - other.afterPurchases)
}

export async function killServer(
  world: World,
  {
    isTwice = false,
    whileItIsDown,
  }: { isTwice?: boolean; whileItIsDown?: () => Promise<void> } = {},
): Promise<void> {
  const killedAt = Date.now()
  await world.process.kill()
  world.faults.count('kill -9 of the server')
  if (isTwice) {
    world.process.launch()
    await delay(700)
    await world.process.kill()
    world.faults.count('kill -9 of the server while it was starting')
  }
  await whileItIsDown?.()
  await world.process.start()
  world.absences.server.push(Date.now() - killedAt)
}

async function killDatabase(world: World): Promise<void> {
  const killed = await world.process.killDatabase()
  const killedAt = Date.now()
  if (killed === null) return
  world.faults.count('kill -9 of the database')
  while ((await world.process.findDatabase()) === killed) await delay(10)
  await world.process.waitUntilReady()
  world.absences.database.push(Date.now() - killedAt)
}
