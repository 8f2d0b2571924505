import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { makeId } from '../entities.ts'

interface Account {
  client_id: string
  nonce?: string | undefined
  email: string
  name: string
}

interface Signer {
  /** As Google publishes its own. */
  listKeys(): Promise<{ keys: JWK[] }>
  sign(issuer: string, account: Account): Promise<string>
}

/** Signs ID tokens with a key of its own, made when it is first needed and new at each start. */
export function createSigner(): Signer {
  let pair: ReturnType<typeof generateKeyPair> | undefined
  const kid = makeId()
  const openPair = () => (pair ??= generateKeyPair('RS256'))
  return {
    async listKeys() {
      const { publicKey } = await openPair()
      return { keys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }] }
    },
    async sign(issuer, { client_id, email, name, nonce }) {
      const { privateKey } = await openPair()
      return new SignJWT({ email, email_verified: true, name, ...(nonce && { nonce }) })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setAudience(client_id)
        .setSubject(subjectOf(email))
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
    },
  }
}

/** An account has its number for ever, and digits only, as at Google. */
function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email).digest('hex')
  return BigInt(`0x${hash.slice(0, 16)}`)
    .toString()
    .padStart(21, '1')
}
