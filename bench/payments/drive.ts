import { causeFaults } from './cause-faults.ts'
import { createChance } from './chance.ts'
import { killProcesses, planKills } from './kill-processes.ts'
import { planPurchase } from './plan-purchase.ts'
import { planWish } from './plan-wish.ts'
import { playPurchase, type Scene } from './play-purchase.ts'
import type { World } from './world.ts'

/** All purchases, with faults and kills around them. Resolves to the seconds it took. */
export async function drive(world: World): Promise<number> {
  const { options } = world
  const startedAt = Date.now()
  const stopping = new AbortController()
  let begun = 0
  const countBegun = (): number => begun
  const faults = causeFaults(world, {
    chance: createChance(options.seed, 'faults'),
    countBegun,
    stopping: stopping.signal,
  })
  const buyInTurn = async (): Promise<void> => {
    while (begun < options.purchases) {
      const index = begun
      begun += 1
      await playPurchase(stage(world, index))
    }
  }
  const kills = planKills(world, createChance(options.seed, 'kills'))
  await Promise.all([
    ...Array.from({ length: options.atOnce }, buyInTurn),
    killProcesses(world, kills, countBegun),
  ])
  stopping.abort()
  await faults
  return Math.round((Date.now() - startedAt) / 1000)
}

/** Learners come round again for another course; nobody wants the same one twice. */
function stage(world: World, index: number): Scene {
  const { learners, courseIds } = world
  const chance = createChance(world.options.seed, `purchase ${index}`)
  const learner = learners[index % learners.length]
  const stranger = learners[(index + 1) % learners.length]
  const courseId = courseIds[(index + Math.floor(index / learners.length)) % courseIds.length]
  if (!learner || !stranger || courseId === undefined) throw new Error('the stage is empty')
  const plan = planPurchase(chance)
  // By chance of its own, so that a seed still tells the stories it told before there were offers.
  const wish = planWish(createChance(world.options.seed, `wish ${index}`), world.shop, courseId)
  return { world, chance, plan, wish, learner, stranger, courseId }
}
