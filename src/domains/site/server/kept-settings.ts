import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { shareUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { readSealingKeys, seal, sealingLock, unseal } from '../../../platform/seal.ts'
import { type Environment, setIn } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'
import { type EditableSetting, editableSettings, isEditable } from './editable-settings.ts'
import { siteSettings } from './tables.ts'

export interface KeptDependencies {
  db: Database
  /** As the process was started. */
  env: Environment
  dataDir: string
}

/**
 * The environment with what owners set in the browser; what the process was started with wins. Throws
 * a sentence where a sealed setting cannot be opened: without its keys an academy that takes real
 * money would open as a sandbox.
 */
export async function readKeptSettings(deps: KeptDependencies): Promise<Environment> {
  const { db, env, dataDir } = deps
  const rows = await db.select().from(siteSettings)
  const wanted = rows.filter(({ name }) => isEditable(name) && !setIn(env, name))
  if (wanted.length === 0) return env
  const isAnySealed = wanted.some(({ isSealed }) => isSealed)
  const keys = isAnySealed ? await readSealingKeys(env['SETTINGS_KEY'], dataDir) : null
  const kept: Environment = {}
  for (const { name, value, isSealed } of wanted) {
    const opened = isSealed && keys ? unseal(keys, name, value) : value
    if (opened === null) throw new StartError(cannotBeOpened(name))
    kept[name] = opened
  }
  return { ...env, ...kept }
}

/** Null takes a setting away. Call inside a transaction. */
export async function keepSettings(
  db: Database,
  { env, dataDir }: Omit<KeptDependencies, 'db'>,
  values: Record<string, string | null>,
): Promise<void> {
  const gone = Object.keys(values).filter((name) => values[name] === null)
  if (gone.length > 0) await db.delete(siteSettings).where(inArray(siteSettings.name, gone))
  await shareUntilCommit(db, sealingLock)
  for (const [name, value] of Object.entries(values)) {
    if (value === null || !isEditable(name)) continue
    const { isSecret: isSealed = false }: EditableSetting = editableSettings[name]
    const kept = isSealed
      ? seal(await readSealingKeys(env['SETTINGS_KEY'], dataDir), name, value)
      : value
    const row = { value: kept, isSealed, updatedAt: sql`clock_timestamp()` }
    await db
      .insert(siteSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: siteSettings.name, set: row })
  }
}

function cannotBeOpened(name: string): string {
  return `${name} was set in the browser and is sealed under another key: bring back the file settings.key of the data folder or SETTINGS_KEY, or set ${name} in the environment.`
}
