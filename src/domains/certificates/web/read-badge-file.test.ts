import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bakePng } from '../server/badges/bake-png.ts'
import { readBadgeFile } from './read-badge-file.ts'

const badge = { type: ['OpenBadgeCredential'], name: 'मीरा 🪔', proof: { proofValue: 'z1' } }
const picture = await sharp({ create: { width: 2, height: 2, channels: 4, background: 'red' } })
  .png()
  .toBuffer()

test('who was sent a picture or a file finds the badge in it', () => {
  const text = JSON.stringify(badge)

  expect(readBadgeFile(new TextEncoder().encode(text))).toEqual(badge)
  expect(readBadgeFile(bakePng(picture, text))).toEqual(badge)
})

test('in any other file there is none', () => {
  const others = [
    picture,
    bakePng(picture, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
    Buffer.from('null'),
    Buffer.from(JSON.stringify({ ...badge, proof: null })),
    Buffer.from(JSON.stringify({ ...badge, type: 'OpenBadgeCredential' })),
  ]

  for (const file of others) expect(readBadgeFile(file)).toBeNull()
})

test('a file that ends early or lies about its lengths is read to its end, and no further', () => {
  const baked = bakePng(picture, JSON.stringify(badge))
  const damage = fc.record({
    at: fc.nat(baked.length - 1),
    byte: fc.nat(255),
    length: fc.nat(baked.length),
  })
  fc.assert(
    fc.property(damage, ({ at, byte, length }) => {
      const damaged = Uint8Array.from(baked.subarray(0, length))
      if (at < length) damaged[at] = byte

      expect(() => readBadgeFile(damaged)).not.toThrow()
    }),
  )
})
