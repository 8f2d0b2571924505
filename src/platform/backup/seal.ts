import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  scrypt,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

/**
 * What a backup ends with: the public key of the academy that made it, an HMAC under BACKUP_KEY (zeros
 * without one), and a signature of both and of all that stands before. Hex in one spelling only, so that no
 * byte of it can be changed either.
 */
const sealPattern = /^\nacademy ([0-9a-f]{64})\nkeyed ([0-9a-f]{64})\nsignature ([0-9a-f]{128})\n$/
export const sealSizeInBytes = 284
const unkeyed = '0'.repeat(64)

/** What was read at the end of a backup whose every byte is as it was signed. */
export interface Seal {
  /** Tells academies apart: of the public key. */
  fingerprint: string
  /** Whether it was sealed under this BACKUP_KEY too. */
  isKeyed: boolean
}

export interface SealKeys {
  signingKey: KeyObject
  /** BACKUP_KEY, if there is one. */
  secret: string | undefined
}

/** @param digest SHA-256 of all that stands before the seal. */
export async function makeSeal(digest: Buffer, { signingKey, secret }: SealKeys): Promise<string> {
  const academy = readPublicKey(signingKey).toString('hex')
  const keyed = secret === undefined ? unkeyed : (await macOf(digest, secret)).toString('hex')
  const signature = sign(null, signedText(digest, academy, keyed), signingKey).toString('hex')
  return `\nacademy ${academy}\nkeyed ${keyed}\nsignature ${signature}\n`
}

/** Null: not the seal of what has this digest. */
export async function checkSeal(
  text: string,
  digest: Buffer,
  secret: string | undefined,
): Promise<Seal | null> {
  const [, academy = '', keyed = '', signature = ''] = sealPattern.exec(text) ?? []
  if (signature === '') return null
  const key = Buffer.from(academy, 'hex')
  const isSigned = verify(
    null,
    signedText(digest, academy, keyed),
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') },
      format: 'jwk',
    }),
    Buffer.from(signature, 'hex'),
  )
  if (!isSigned) return null
  const isKeyed =
    secret !== undefined &&
    keyed !== unkeyed &&
    timingSafeEqual(await macOf(digest, secret), Buffer.from(keyed, 'hex'))
  return { fingerprint: fingerprintOf(key), isKeyed }
}

/** How the academy that signs with this key is told from others, as people read and type it. */
export function fingerprintOfSigner(signingKey: KeyObject): string {
  return fingerprintOf(readPublicKey(signingKey))
}

export function readSigningKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}

function fingerprintOf(publicKey: Buffer): string {
  return hash('sha256', publicKey).slice(0, 32)
}

function readPublicKey(signingKey: KeyObject): Buffer {
  return Buffer.from(createPublicKey(signingKey).export({ format: 'jwk' }).x ?? '', 'base64url')
}

function signedText(digest: Buffer, academy: string, keyed: string): Buffer {
  return Buffer.from(`academy-backup seal\n${digest.toString('hex')}\n${academy}\n${keyed}\n`)
}

/** As dear to guess at as an encrypted backup. The digest is another one for each file, so it is the salt. */
async function macOf(digest: Buffer, secret: string): Promise<Buffer> {
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(secret, digest, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
  return createHmac('sha256', key).update('academy-backup seal').digest()
}
