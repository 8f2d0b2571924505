import { eq, isNotNull, or } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { type Reseal, readSealingKeys, seal, unseal } from '../../../../platform/seal.ts'
import type { Environment } from '../../../../platform/settings.ts'
import { authenticatorApps } from '../tables.ts'

/** Where the key lies that settings are sealed under. */
export interface SealingPlace {
  env: Environment
  dataDir: string
}

/** Named by its person: what was sealed for one opens for no other. */
const nameOf = (userId: string): string => `authenticator app of ${userId}`

export async function sealSecret(
  { env, dataDir }: SealingPlace,
  userId: string,
  secret: string,
): Promise<string> {
  return seal(await readSealingKeys(env['SETTINGS_KEY'], dataDir), nameOf(userId), secret)
}

/** Null: sealed under another key. Then recovery codes and passkeys are left. */
export async function unsealSecret(
  { env, dataDir }: SealingPlace,
  userId: string,
  sealed: string,
): Promise<string | null> {
  return unseal(await readSealingKeys(env['SETTINGS_KEY'], dataDir), nameOf(userId), sealed)
}

/** Seals the secrets of all apps anew, those that are being set up, too. */
export async function resealAppSecrets(db: Database, reseal: Reseal): Promise<void> {
  const { userId, sealedSecret, pendingSecret } = authenticatorApps
  const apps = await db
    .select({ userId, sealedSecret, pendingSecret })
    .from(authenticatorApps)
    .where(or(isNotNull(sealedSecret), isNotNull(pendingSecret)))
    .for('update')
  for (const app of apps) {
    const anew = (text: string | null) =>
      text === null ? null : (reseal(nameOf(app.userId), text) ?? text)
    const values = {
      sealedSecret: anew(app.sealedSecret),
      pendingSecret: anew(app.pendingSecret),
    }
    await db.update(authenticatorApps).set(values).where(eq(userId, app.userId))
  }
}
