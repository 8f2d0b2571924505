import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../../sandbox/faults.ts'
import type { Chance } from './chance.ts'
import { payOut } from './settle-accounts.ts'
import type { World } from './world.ts'

const kinds = {
  'a server error': 20,
  'too many requests': 12,
  'a slow answer': 20,
  'an answer after the timeout': 1,
  'a lost answer': 20,
  'a gateway page instead of the answer': 10,
  'a broken connection': 20,
  'dropped webhooks': 8,
  'a refund that stays pending': 5,
  'a refund that fails': 5,
  'a refund short of balance': 4,
  'a refund long under way': 6,
}

const paths = [
  '/v1/orders',
  '/v1/orders/*/payments',
  '/v1/payments/*',
  '/v1/payments/*/capture',
  '/v1/payments/*/refund',
]

interface Storm {
  chance: Chance
  /** How many purchases have begun. */
  countBegun: () => number
  stopping: AbortSignal
}

const purchasesPerFault = 2
const faultsPerPayout = 12

/** Keeps things going wrong at the provider until told to stop, then ends the faults that are left. */
export async function causeFaults(
  world: World,
  { chance, countBegun, stopping }: Storm,
): Promise<void> {
  for (let caused = 0; !stopping.aborted; ) {
    const pause = chance.between(40, 200)
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined)
    if (caused >= countBegun() / purchasesPerFault) continue
    caused += 1
    if (caused % faultsPerPayout === 0) await payOut(world)
    const fault = makeFault(chance)
    await world.provider.addFault(fault)
    world.faults.count(`provider: ${nameOf(fault)}`, fault.times ?? 0)
  }
  for (const fault of await world.provider.clearFaults())
    world.faults.count(`provider: ${nameOf(fault)}`, -(fault.times ?? 0))
}

function makeFault(chance: Chance): Fault {
  const kind = chance.weigh(kinds)
  const where = chance.of(0.3) ? {} : { path: chance.pick(paths) }
  const times = chance.between(1, 3)
  switch (kind) {
    case 'a server error':
      return { ...where, times, status: chance.pick([500, 502, 503, 504]) }
    case 'too many requests':
      return { ...where, times, status: 429, retry_after_in_seconds: chance.between(1, 2) }
    case 'a slow answer':
      return { ...where, times, delay_in_ms: chance.between(100, 2500) }
    case 'an answer after the timeout':
      return { ...where, times: 1, delay_in_ms: 11_000 }
    case 'a lost answer':
      return { ...where, times, lose_answer: true }
    case 'a gateway page instead of the answer':
      return { ...where, times, lose_answer: true, status: 504 }
    case 'a broken connection':
      return { ...where, times, drop_connection: true }
    case 'dropped webhooks':
      return { times: chance.between(1, 6), drop_webhooks: true }
    case 'a refund that stays pending':
      return { times: 1, refunds: 'pending' }
    case 'a refund that fails':
      return { times: 1, refunds: 'failed' }
    case 'a refund short of balance':
      return { times: chance.between(1, 2), refunds: 'insufficient_balance' }
    case 'a refund long under way':
      return { times, refund_takes_in_ms: chance.between(100, 3000) }
  }
}

function nameOf(fault: Fault): string {
  if (fault.drop_webhooks) return 'webhooks of a step dropped'
  if (fault.refunds === 'insufficient_balance') return 'refund refused for lack of balance'
  if (fault.refunds) return fault.refunds === 'failed' ? 'refund failed' : 'refund left pending'
  if (fault.refund_takes_in_ms !== undefined) return 'refund long under way'
  if (fault.drop_connection) return 'connection broken'
  if (fault.lose_answer) return 'done, but the answer lost'
  if (fault.status === 429) return 'too many requests'
  if (fault.status !== undefined) return 'server error'
  return (fault.delay_in_ms ?? 0) > 10_000 ? 'answer after the timeout' : 'slow answer'
}
