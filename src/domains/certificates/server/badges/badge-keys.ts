import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Database } from '../../../../platform/database/database.ts'
import type { KeptDependencies } from '../../../site/server/kept-settings.ts'
import {
  createResealKeys,
  findSigningKey,
  keepSigningKey,
  listPublicParts,
} from '../../../site/server/signing-keys.ts'
import { writeMultibase } from '../../base58.ts'
import { keyPrefix } from '../../data-integrity.ts'
import { badgeKeys } from '../tables.ts'

export interface BadgeKey {
  /** As `did.json` writes it. */
  publicKey: string
  privateKey: KeyObject
}

/** Makes the key that signs from now on. All that were made before stay published. */
export async function makeBadgeKey(deps: KeptDependencies): Promise<BadgeKey> {
  const { publicKey: made, privateKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(made.export({ format: 'jwk' }).x ?? '', 'base64url')
  const publicKey = writeMultibase(Uint8Array.from([...keyPrefix, ...bytes]))
  await keepSigningKey(deps, badgeKeys, {
    publicPart: publicKey,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  })
  return { publicKey, privateKey }
}

/** The newest key that opens here; one is made where none does. */
export async function findBadgeKey(deps: KeptDependencies): Promise<BadgeKey> {
  const found = await findSigningKey(deps, badgeKeys)
  if (!found) return makeBadgeKey(deps)
  const privateKey = createPrivateKey({ key: found.privateKey, format: 'der', type: 'pkcs8' })
  return { publicKey: found.publicPart, privateKey }
}

export function listPublicKeys(db: Database): Promise<string[]> {
  return listPublicParts(db, badgeKeys)
}

export const resealBadgeKeys = createResealKeys(badgeKeys)
