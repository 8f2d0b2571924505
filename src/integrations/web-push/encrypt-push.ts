import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

export interface PushReceiver {
  /** The browser's public key: an uncompressed point of P-256. */
  p256dh: Buffer
  auth: Buffer
}

const recordInBytes = 4096

/** For one browser alone, in one record (RFC 8291, RFC 8188). Throws where its key is no point of the curve. */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushReceiver,
  { ownKeys = makeKeys(), salt = randomBytes(16) }: { ownKeys?: ECDH; salt?: Buffer } = {},
): Buffer {
  const ownPublic = ownKeys.getPublicKey()
  const shared = ownKeys.computeSecret(p256dh)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordInBytes)
  head.writeUInt8(ownPublic.length, 4)
  return Buffer.concat([
    salt,
    head,
    ownPublic,
    cipher.update(text, 'utf8'),
    cipher.update(Buffer.of(2)), // the last record
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function makeKeys(): ECDH {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return keys
}
