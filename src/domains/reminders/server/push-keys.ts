import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { KeptDependencies } from '../../site/server/kept-settings.ts'
import { createResealKeys, findSigningKey, keepSigningKey } from '../../site/server/signing-keys.ts'
import { pushKeys } from './tables.ts'

/** Makes the key that browsers are given from now on. Those that have another are told by it. */
export async function makePushKey(deps: KeptDependencies): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'))
  const publicPart = keys.getPublicKey().toString('base64url')
  const kept = privateKey.export({ format: 'der', type: 'pkcs8' })
  await keepSigningKey(deps, pushKeys, { publicPart, privateKey: kept })
  return publicPart
}

/** What browsers are given; one is made where none opens here. */
export async function findPushKey(deps: KeptDependencies): Promise<string> {
  return (await findSigningKey(deps, pushKeys))?.publicPart ?? makePushKey(deps)
}

/** Null: it is not here, or does not open. */
export async function openPushKey(
  deps: KeptDependencies,
  publicKey: string,
): Promise<KeyObject | null> {
  const found = await findSigningKey(deps, pushKeys, publicKey)
  return found && createPrivateKey({ key: found.privateKey, format: 'der', type: 'pkcs8' })
}

export const resealPushKeys = createResealKeys(pushKeys)
