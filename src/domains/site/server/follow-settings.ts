import type { ChangeNotices } from '../../../platform/database/change-notices.ts'
import type { Log } from '../../../platform/logging.ts'
import { readSettings, type Settings } from '../../../platform/settings.ts'
import { type KeptDependencies, readKeptSettings } from './kept-settings.ts'

export interface FollowedSettings extends Omit<KeptDependencies, 'db'> {
  /** What every part of this process reads; changed in place. */
  settings: Settings
  /** Resolves once what is kept now is what this process goes by. */
  refresh(): Promise<void>
  /** Told after they changed here. */
  onChange(listener: () => void): void
}

/** What takes effect while the academy runs. */
const atOnce = ['brand', 'receipts', 'figures'] as const

function describe(settings: Settings): string {
  return JSON.stringify(atOnce.map((name) => settings[name])) + settings.unsetFigures.join()
}

/** Hears of settings that were changed by any process, and has this one go by them. */
export function followSettings(
  deps: KeptDependencies & { settings: Settings; changes: ChangeNotices; log: Pick<Log, 'warn'> },
): FollowedSettings {
  const { settings, changes, log, env, dataDir } = deps
  const listeners: (() => void)[] = []
  let last: Promise<unknown> = Promise.resolve()

  const apply = async (): Promise<void> => {
    const next = readSettings(await readKeptSettings(deps))
    if (describe(next) === describe(settings)) return
    for (const name of atOnce) Object.assign(settings[name], next[name])
    settings.unsetFigures = next.unsetFigures
    for (const listener of listeners) listener()
  }
  const refresh = (): Promise<void> => {
    const applied = last.then(apply)
    last = applied.catch(() => undefined)
    return applied
  }
  changes.on((tag) => {
    if (tag !== null && !tag.startsWith('setting:')) return
    refresh().catch((error: unknown) => log.warn({ err: error }, 'settings not read'))
  })
  return { settings, env, dataDir, refresh, onChange: (listener) => void listeners.push(listener) }
}
