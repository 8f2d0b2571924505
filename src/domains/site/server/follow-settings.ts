import { isDeepStrictEqual } from 'node:util'
import type { ChangeNotices } from '../../../platform/database/change-notices.ts'
import type { Log } from '../../../platform/logging.ts'
import { readSettings, type Settings } from '../../../platform/settings.ts'
import { type KeptDependencies, readKeptSettings } from './kept-settings.ts'

export interface FollowedSettings extends Omit<KeptDependencies, 'db'> {
  /** What every part of this process reads; changed in place, its groups too. */
  settings: Settings
  /** Resolves once what is kept now is what this process goes by. */
  refresh(): Promise<void>
  /** Told after they changed here. */
  onChange(listener: () => void): void
}

/** What pages and papers say. */
const said = ['brand', 'receipts', 'unsetFigures'] as const
/** Whom the academy deals with, and what follows from that. */
const dealt = [
  'razorpay',
  'sandbox',
  'publicSandbox',
  'outbox',
  'mail',
  'google',
  'stepUp',
  'backup',
  'figures',
] as const

/**
 * What changes while the academy runs; the rest waits for the next start. So does the way back to a
 * sandbox: what stands in for the provider there is opened at a start only.
 */
function pickFollowed(next: Settings, now: Settings): [name: keyof Settings, value: unknown][] {
  const isBackInSandbox = next.sandbox && !now.sandbox
  return [...said, ...(isBackInSandbox ? [] : dealt)].map((name) => [name, next[name]])
}

/** Hears of settings that were changed by any process, and has this one go by them. */
export function followSettings(
  deps: KeptDependencies & { settings: Settings; changes: ChangeNotices; log: Pick<Log, 'warn'> },
): FollowedSettings {
  const { settings, changes, log, env, dataDir } = deps
  const listeners: (() => void)[] = []
  let last: Promise<unknown> = Promise.resolve()

  const apply = async (): Promise<void> => {
    const followed = pickFollowed(readSettings(await readKeptSettings(deps)), settings)
    if (followed.every(([name, value]) => isDeepStrictEqual(settings[name], value))) return
    for (const [name, value] of followed) {
      const group = settings[name]
      // Whoever reads a group holds the group itself.
      if (typeof group === 'object' && group !== null && !Array.isArray(group))
        Object.assign(group, value)
      else Object.assign(settings, { [name]: value })
    }
    for (const listener of listeners) listener()
  }
  const refresh = (): Promise<void> => {
    const applied = last.then(apply)
    last = applied.catch(() => undefined)
    return applied
  }
  changes.on((tag) => {
    if (tag !== null && !tag.startsWith('setting:')) return
    return refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'settings not read')
      throw error
    })
  })
  return { settings, env, dataDir, refresh, onChange: (listener) => void listeners.push(listener) }
}
