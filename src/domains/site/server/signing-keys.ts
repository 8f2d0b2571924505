import { desc, eq, sql } from 'drizzle-orm'
import { type pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import type { Database } from '../../../platform/database/database.ts'
import { shareUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { type Reseal, readSealingKeys, seal, sealingLock, unseal } from '../../../platform/seal.ts'
import type { KeptDependencies } from './kept-settings.ts'

/** A key that signs or signed, by what is public of it. */
export const signingKey = (publicPart: string) => ({
  publicPart: text(publicPart).primaryKey(),
  /** PKCS #8, encrypted under the key of the settings. */
  sealedPrivateKey: text('sealed_private_key').notNull(),
  madeAt: instant('made_at').notNull().default(sql`clock_timestamp()`),
})
type KeyTable = ReturnType<typeof pgTable<string, ReturnType<typeof signingKey>>>

export interface SigningKey {
  /** As its table has it. */
  publicPart: string
  /** PKCS #8 in DER. */
  privateKey: Buffer
}

/** Signs from now on; all that were kept before stay published. */
export async function keepSigningKey(
  { db, env, dataDir }: KeptDependencies,
  table: KeyTable,
  { publicPart, privateKey }: SigningKey,
): Promise<void> {
  await db.transaction(async (db) => {
    await shareUntilCommit(db, sealingLock)
    const sealingKeys = await readSealingKeys(env['SETTINGS_KEY'], dataDir)
    const sealedPrivateKey = seal(sealingKeys, publicPart, privateKey.toString('base64url'))
    await db.insert(table).values({ publicPart, sealedPrivateKey })
  })
}

/**
 * The newest key that opens here, or the one of which this is public. Null where none does, as in an academy that was restored without its
 * `settings.key`: it goes on with another, and what it signed before still verifies.
 */
export async function findSigningKey(
  { db, env, dataDir }: KeptDependencies,
  table: KeyTable,
  wanted?: string,
): Promise<SigningKey | null> {
  const all = await listNewestFirst(db, table)
  const sealed = all.filter(({ publicPart }) => publicPart === (wanted ?? publicPart))
  // After what they open: while they are rotated, none is missing then.
  const sealingKeys = await readSealingKeys(env['SETTINGS_KEY'], dataDir)
  for (const { publicPart, sealedPrivateKey } of sealed) {
    const opened = unseal(sealingKeys, publicPart, sealedPrivateKey)
    if (opened !== null) return { publicPart, privateKey: Buffer.from(opened, 'base64url') }
  }
  return null
}

/** Seals the keys anew that can be opened. */
export const createResealKeys =
  (table: KeyTable) =>
  async (db: Database, reseal: Reseal): Promise<void> => {
    for (const { publicPart, sealedPrivateKey: former } of await listNewestFirst(db, table)) {
      const sealedPrivateKey = reseal(publicPart, former)
      if (sealedPrivateKey === null) continue
      await db.update(table).set({ sealedPrivateKey }).where(eq(table.publicPart, publicPart))
    }
  }

/** What is public of each, newest first. */
export async function listPublicParts(db: Database, table: KeyTable): Promise<string[]> {
  return (await listNewestFirst(db, table)).map(({ publicPart }) => publicPart)
}

function listNewestFirst(db: Database, table: KeyTable) {
  return db.select().from(table).orderBy(desc(table.madeAt))
}
