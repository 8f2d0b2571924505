import { createSign, generateKeyPairSync, hash, type KeyObject, randomBytes } from 'node:crypto'

interface Options {
  challenge: string
  rpId: string
}

/** A passkey in software, as far as a server can tell (WebAuthn, ES256, no attestation). */
export interface Authenticator {
  id: string
  /** May be set back, as by a copy. */
  counter: number
  register(options: Options, origin: string, flags?: number): ReturnType<typeof describeNew>
  sign(options: Options, origin: string, flags?: number): ReturnType<typeof describeAnswer>
}

const present = 1
const verified = 4
const withKey = 64

export function makeAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const key: Authenticator = {
    id,
    counter: 1,
    register({ challenge, rpId }, origin, flags = present | verified) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        writeAuthData(rpId, flags | withKey, key.counter),
        Buffer.alloc(16),
        length,
        credentialId,
        writeCoseKey(publicKey),
      ])
      return describeNew(id, writeClientData('webauthn.create', challenge, origin), authData)
    },
    sign({ challenge, rpId }, origin, flags = present | verified) {
      key.counter += 1
      const authData = writeAuthData(rpId, flags, key.counter)
      const clientData = writeClientData('webauthn.get', challenge, origin)
      return describeAnswer(id, { authData, clientData, privateKey })
    },
  }
  return key
}

function describeNew(id: string, clientData: Buffer, authData: Buffer) {
  // CBOR: { fmt: 'none', attStmt: {}, authData }
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    length,
    authData,
  ])
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  }
}

function describeAnswer(
  id: string,
  facts: { authData: Buffer; clientData: Buffer; privateKey: KeyObject },
) {
  const { authData, clientData, privateKey } = facts
  const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')])
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
    },
  }
}

function writeAuthData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.from([flags]), count])
}

function writeClientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** COSE: { kty: EC2, alg: ES256, crv: P-256, x, y }. */
function writeCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
  return Buffer.concat([
    Buffer.from(head),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}
