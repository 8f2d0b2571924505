import { sign } from 'node:crypto'
import type { KeptDependencies } from '../../../site/server/kept-settings.ts'
import { writeMultibase } from '../../base58.ts'
import type { Node } from '../../canonical-form.ts'
import { hashToSign, type Proof } from '../../data-integrity.ts'
import { findBadgeKey } from './badge-keys.ts'
import { didOf } from './write-did-document.ts'

export interface SigningDependencies {
  db: KeptDependencies['db']
  followed: Omit<KeptDependencies, 'db'>
  publicUrl: () => string
}

/** The credential with the proof by the key of now. */
export async function signCredential(
  { db, followed, publicUrl }: SigningDependencies,
  credential: Node,
): Promise<Node> {
  const { publicKey, privateKey } = await findBadgeKey({ db, ...followed })
  const proof: Proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: `${new Date().toISOString().slice(0, 19)}Z`,
    verificationMethod: `${didOf(publicUrl())}#${publicKey}`,
    proofPurpose: 'assertionMethod',
  }
  const signature = sign(null, await hashToSign(credential, proof), privateKey)
  return { ...credential, proof: { ...proof, proofValue: writeMultibase(signature) } }
}
