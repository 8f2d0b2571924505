import { explainStartFailure } from '../../platform/explain-start-failure.ts'
import { localUrl } from '../../platform/loopback.ts'
import type { Settings } from '../../platform/settings.ts'
import { checkPort } from '../check-port.ts'
import type { Examined } from './examined.ts'

const timeoutInMs = 3_000

/** Whether the academy serves, could, or is kept from it by another program. */
export async function examinePort({
  host,
  port,
}: Pick<Settings, 'host' | 'port'>): Promise<Examined> {
  const item = 'port'
  const url = localUrl({ host, port })
  try {
    await checkPort(host, port)
  } catch (error) {
    if ((await askForText(`${url}/healthz`)) !== 'ok') {
      const sentence = explainStartFailure(error)
      return { item, state: 'failing', sentence, mend: 'Until then the academy cannot start.' }
    }
    const ready = await askForText(`${url}/readyz`)
    if (ready === 'ready') return { item, state: 'ok', sentence: `The academy serves at ${url}.` }
    return {
      item,
      state: 'failing',
      sentence: `The academy lives at ${url}, but cannot serve: ${ready ?? 'it does not answer'}.`,
      mend: 'See what is found of the database, then academy logs.',
    }
  }
  return {
    item,
    state: 'todo',
    sentence: `Nobody serves at ${url}: the academy is stopped, and the port is free.`,
    mend: 'Start it: systemctl start academy, or academy start.',
  }
}

async function askForText(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutInMs) })
    return (await answer.text()).trim()
  } catch {
    return null
  }
}
