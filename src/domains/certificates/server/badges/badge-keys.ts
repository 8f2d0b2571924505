import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { shareUntilCommit } from '../../../../platform/database/lock-until-commit.ts'
import {
  type Reseal,
  readSealingKeys,
  seal,
  sealingLock,
  unseal,
} from '../../../../platform/seal.ts'
import type { KeptDependencies } from '../../../site/server/kept-settings.ts'
import { writeMultibase } from '../../base58.ts'
import { keyPrefix } from '../../data-integrity.ts'
import { badgeKeys } from '../tables.ts'

export interface BadgeKey {
  /** As `did.json` writes it. */
  publicKey: string
  privateKey: KeyObject
}

/** Makes the key that signs from now on. All that were made before stay published. */
export async function makeBadgeKey({ db, env, dataDir }: KeptDependencies): Promise<BadgeKey> {
  const { publicKey: made, privateKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(made.export({ format: 'jwk' }).x ?? '', 'base64url')
  const publicKey = writeMultibase(Uint8Array.from([...keyPrefix, ...bytes]))
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  await db.transaction(async (db) => {
    await shareUntilCommit(db, sealingLock)
    const sealingKeys = await readSealingKeys(env['SETTINGS_KEY'], dataDir)
    await db
      .insert(badgeKeys)
      .values({ publicKey, sealedPrivateKey: seal(sealingKeys, publicKey, text) })
  })
  return { publicKey, privateKey }
}

/**
 * The newest key that opens here; one is made where none does: an academy that was restored without its
 * `settings.key` goes on with another, and what it signed before still verifies.
 */
export async function findBadgeKey(deps: KeptDependencies): Promise<BadgeKey> {
  const { db, env, dataDir } = deps
  const sealed = await listNewestFirst(db)
  // After what they open: while they are rotated, none is missing then.
  const sealingKeys = await readSealingKeys(env['SETTINGS_KEY'], dataDir)
  for (const { publicKey, sealedPrivateKey } of sealed) {
    const text = unseal(sealingKeys, publicKey, sealedPrivateKey)
    if (text === null) continue
    const key = Buffer.from(text, 'base64url')
    return { publicKey, privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) }
  }
  return makeBadgeKey(deps)
}

/** Seals the keys anew that can be opened. */
export async function resealBadgeKeys(db: Database, reseal: Reseal): Promise<void> {
  for (const { publicKey, sealedPrivateKey } of await listNewestFirst(db)) {
    const sealed = reseal(publicKey, sealedPrivateKey)
    if (sealed === null) continue
    await db
      .update(badgeKeys)
      .set({ sealedPrivateKey: sealed })
      .where(eq(badgeKeys.publicKey, publicKey))
  }
}

/** At the first start. */
export async function ensureBadgeKey(deps: KeptDependencies): Promise<void> {
  if ((await listPublicKeys(deps.db)).length === 0) await makeBadgeKey(deps)
}

export async function listPublicKeys(db: Database): Promise<string[]> {
  return (await listNewestFirst(db)).map(({ publicKey }) => publicKey)
}

function listNewestFirst(db: Database) {
  return db.select().from(badgeKeys).orderBy(desc(badgeKeys.madeAt))
}
