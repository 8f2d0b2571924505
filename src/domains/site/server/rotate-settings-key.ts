import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import {
  type Reseal,
  readKeyFile,
  readSealingKeys,
  replaceKeyFile,
  seal,
  sealingLock,
  unseal,
} from '../../../platform/seal.ts'
import type { KeptDependencies } from './kept-settings.ts'
import { siteSettings } from './tables.ts'

interface RotationDependencies extends KeptDependencies {
  /** Seals anew what else is sealed; in the transaction. */
  resealOthers: (db: Database, reseal: Reseal) => Promise<void>
}

/** Longer than anybody takes between reading what is sealed and the keys. */
const readAfterInMs = 1_000

/**
 * Seals all that is sealed under a new key, in one transaction. Meanwhile `settings.key` holds the
 * former one, too, and whoever seals something waits; cut short anywhere, all can be opened, and the next
 * run ends it. Where SETTINGS_KEY is set, its first line is the new key: whoever runs the academy has put
 * it there. Resolves to what no key here opens.
 */
export async function rotateSettingsKey(
  deps: RotationDependencies,
  { pauseInMs = readAfterInMs }: { pauseInMs?: number } = {},
): Promise<string[]> {
  const { db, env, dataDir } = deps
  const isInFile = !env['SETTINGS_KEY']
  const made = randomBytes(32).toString('base64url')
  const unopened = await db.transaction(async (db) => {
    await lockUntilCommit(db, sealingLock)
    if (isInFile) await replaceKeyFile(dataDir, [made, ...(await readKeys(dataDir))])
    return resealAll({ ...deps, db })
  })
  // Where something is left over the former keys stay: one of them may belong to it.
  if (!isInFile || unopened.length > 0) return unopened
  await delay(pauseInMs)
  await db.transaction(async (db) => {
    await lockUntilCommit(db, sealingLock)
    // Somebody who rotated it once more ends it.
    if ((await readKeys(dataDir))[0] === made) await replaceKeyFile(dataDir, [made])
  })
  return []
}

async function readKeys(dataDir: string): Promise<string[]> {
  return (await readKeyFile(dataDir)).split('\n')
}

async function resealAll({ db, env, dataDir, resealOthers }: RotationDependencies) {
  const keys = await readSealingKeys(env['SETTINGS_KEY'], dataDir)
  const unopened: string[] = []
  const reseal: Reseal = (name, text) => {
    const opened = unseal(keys, name, text)
    if (opened === null) unopened.push(name)
    return opened === null ? null : seal(keys, name, opened)
  }
  const sealed = await db.select().from(siteSettings).where(eq(siteSettings.isSealed, true))
  for (const { name, value } of sealed) {
    const resealed = reseal(name, value)
    if (resealed === null) continue
    await db.update(siteSettings).set({ value: resealed }).where(eq(siteSettings.name, name))
  }
  await resealOthers(db, reseal)
  return unopened
}
