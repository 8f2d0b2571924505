import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPdfSignedWith, readPdfSignature } from './read-pdf-signature.ts'

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})
const key = publicKey.toString('base64')

async function isBelieved(file: Uint8Array): Promise<boolean> {
  const read = readPdfSignature(file)
  return read !== null && read !== 'broken' && isPdfSignedWith(read, key)
}

/** A value in DER, of less than 64 KB. */
function der(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts)
  return Uint8Array.from([tag, 0x82, content.length >> 8, content.length & 255, ...content])
}

const digestKind = Buffer.from('06092a864886f70d010904', 'hex')
const digest = der(0x30, digestKind, der(0x31, der(0x04, Buffer.alloc(32))))
const signer = der(0x30, der(0x02), der(0xa0, digest), der(0x04, Buffer.alloc(256)))
/** As a signature is built, of nothing. */
const structure = der(0x30, der(0x06), der(0xa0, der(0x30, der(0x02), der(0x31, signer))))

/** What is signed, if the numbers do not lie. */
function write(signed: Uint8Array, range?: number[], facts = '7b7d'): Uint8Array {
  const room = `<${Buffer.from(signed).toString('hex')}>`
  const [before, behind] = [`%PDF-1.7 /CertifiedFacts <${facts}> /Contents `, ' %%EOF']
  const start = (numbers: number[]) => `/ByteRange [0 ${numbers.join(' ')}]`.padEnd(60) + before
  const roomAt = start([]).length
  const told = range ?? [roomAt, roomAt + room.length, behind.length]
  return Buffer.from(start(told) + room + behind, 'latin1')
}

test('a signature that is well built and not ours is read, and not believed', async () => {
  expect(readPdfSignature(write(structure))).toMatchObject({ facts: {} })
  expect(await isBelieved(write(structure))).toBe(false)
})

test('any bytes at all are refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
      expect(await isBelieved(bytes)).toBe(false)
      expect(await isBelieved(write(bytes))).toBe(false)
    }),
  )
})

test('lengths that lie, also beyond the file, are refused', async () => {
  const length = fc.oneof(fc.nat(1000), fc.maxSafeNat(), fc.constant(Number.MAX_VALUE))
  const lies = fc.record({
    range: fc.option(fc.array(length, { minLength: 3, maxLength: 3 }), { nil: undefined }),
    damage: fc.array(fc.tuple(fc.nat(structure.length - 1), fc.nat(255)), { maxLength: 4 }),
    kept: fc.nat(structure.length),
    facts: fc.constantFrom('7b7d', 'f', '', 'ff'.repeat(9), '5b'.repeat(20_000)),
  })
  await fc.assert(
    fc.asyncProperty(lies, async ({ range, damage, kept, facts }) => {
      const signed = Uint8Array.from(structure)
      for (const [at, byte] of damage) signed[at] = byte

      expect(await isBelieved(write(signed, range, facts))).toBe(false)
      expect(await isBelieved(write(signed.subarray(0, kept), range, facts))).toBe(false)
    }),
  )
})
