import { readMultibase } from './base58.ts'
import { type Node, writeCanonicalForm } from './canonical-form.ts'

/** W3C Data Integrity, cryptosuite `eddsa-rdfc-2022` (docs/decisions/0106). */
export interface Proof extends Node {
  type: 'DataIntegrityProof'
  cryptosuite: 'eddsa-rdfc-2022'
  created: string
  /** Address of the key: that of the academy, `#`, and the key as `did.json` writes it. */
  verificationMethod: string
  proofPurpose: 'assertionMethod'
}

export const contexts = {
  credential: ['https://www.w3.org/ns/credentials/v2'],
  badge: [
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
}

/** The 64 bytes that are signed. Throws `UnknownTermError`. */
export async function hashToSign(credential: Node, proof: Node): Promise<Uint8Array<ArrayBuffer>> {
  const { '@context': _, proof: _proof, ...said } = credential
  const parts = await Promise.all(
    [proof, said].map(async (part) => {
      const text = new TextEncoder().encode(await writeCanonicalForm(part))
      return new Uint8Array(await crypto.subtle.digest('SHA-256', text))
    }),
  )
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** Before the 32 bytes of an Ed25519 key, so that it is known for one. */
export const keyPrefix = [0xed, 0x01]

/**
 * Whether a badge, as its file has it, was signed with this public key and not changed since. Throws where
 * the browser knows no Ed25519.
 */
export async function isSignedWith(badge: Node, publicKey: string): Promise<boolean> {
  const bytes = readMultibase(publicKey, 34)
  const { proofValue, ...proof } = badge['proof'] as Node & { proofValue?: unknown }
  const signature = typeof proofValue === 'string' ? readMultibase(proofValue, 64) : null
  if (!bytes || !signature) return false
  if (JSON.stringify(badge['@context']) !== JSON.stringify(contexts.badge)) return false
  const key = await crypto.subtle.importKey('raw', bytes.slice(2), 'Ed25519', false, ['verify'])
  try {
    return await crypto.subtle.verify('Ed25519', key, signature, await hashToSign(badge, proof))
  } catch {
    return false // a term that no badge of ours has
  }
}
