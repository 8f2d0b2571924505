import { readSealingKey, seal, unseal } from '../../../../platform/seal.ts'
import type { Environment } from '../../../../platform/settings.ts'

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
  return seal(await readSealingKey(env['SETTINGS_KEY'], dataDir), nameOf(userId), secret)
}

/** Null: sealed under another key. Then recovery codes and passkeys are left. */
export async function unsealSecret(
  { env, dataDir }: SealingPlace,
  userId: string,
  sealed: string,
): Promise<string | null> {
  return unseal(await readSealingKey(env['SETTINGS_KEY'], dataDir), nameOf(userId), sealed)
}
