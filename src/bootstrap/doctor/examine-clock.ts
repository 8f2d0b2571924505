import { reasonOf } from '../../domains/operations/server/checks/reason-of.ts'
import type { Settings } from '../../platform/settings.ts'
import { chooseProvider } from '../open-provider.ts'
import type { Examined } from './examined.ts'

const timeoutInMs = 8_000
/** Codes of authenticator apps are good for half a minute before and after. */
const mayDifferByInMs = 30_000

/** How far this machine's clock is from another's: codes, links and sessions go by it. */
export function examineClock(whose: string, aheadInMs: number): Examined {
  const item = 'clock'
  if (Math.abs(aheadInMs) <= mayDifferByInMs) {
    return { item, state: 'ok', sentence: `The clock is as ${whose}.` }
  }
  const way = aheadInMs > 0 ? 'ahead of' : 'behind'
  return {
    item,
    state: 'failing',
    sentence: `The clock is ${inWords(Math.abs(aheadInMs))} ${way} ${whose}: codes and links end too early or too late, and what is due comes at a wrong hour.`,
    mend: 'Set the clock by the network: timedatectl set-ntp true.',
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 2) return `${Math.round(ms / 1000)} seconds`
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} minutes`
  const named = hours === 1 ? '1 hour' : `${hours} hours`
  return minutes % 60 === 0 ? named : `${named} ${minutes % 60} minutes`
}

/** Whether Razorpay is reached, and by its answer whether the clock is right. */
export async function examineProvider(
  settings: Pick<Settings, 'razorpay' | 'sandbox'>,
): Promise<Examined[]> {
  const provider = chooseProvider(settings)
  if (provider === null) {
    const sentence = 'Payments go to the sandbox’s own stand-in: no provider is asked.'
    return [{ item: 'provider', state: 'ok', sentence }]
  }
  const { host } = new URL(provider.apiUrl)
  try {
    const askedAt = Date.now()
    const answer = await fetch(provider.apiUrl, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutInMs),
    })
    const halfWay = (askedAt + Date.now()) / 2
    const reached: Examined = { item: 'provider', state: 'ok', sentence: `${host} is reached.` }
    // To the second, cut off.
    const told = Date.parse(answer.headers.get('date') ?? '') + 500
    return Number.isNaN(told) ? [reached] : [reached, examineClock(`${host}’s`, halfWay - told)]
  } catch (error) {
    return [
      {
        item: 'provider',
        state: 'failing',
        sentence: `${host} is not reached, so nobody can pay: ${reasonOf(error)}`,
        mend: 'Look at this machine’s way out (firewall, DNS, proxy); orders that were paid are found once it is back.',
      },
    ]
  }
}
