import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BackupError } from './backup-error.ts'
import { decrypted } from './backup-source.ts'
import { encryptBackup, encryptedHeadSizeInBytes, encryptedSizeInBytes } from './encrypt-backup.ts'

const key = 'a key for nobody but us'
const sealedChunkInBytes = 64 * 1024 + 16

describe('an encrypted backup', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
    'of %i bytes comes back as it was, however it is cut',
    async (sizeInBytes) => {
      const plain = randomBytes(sizeInBytes)

      const encrypted = await encrypt(plain)

      expect(encrypted.includes(plain.subarray(0, 32)) && sizeInBytes >= 32).toBe(false)
      expect(encrypted).toHaveLength(encryptedSizeInBytes(sizeInBytes))
      expect((await open(encrypted)).equals(plain)).toBe(true)
      expect((await open(encrypted, key, 1_000)).equals(plain)).toBe(true)
    },
  )

  test('is refused when any byte of it changed, or any were lost', async () => {
    const encrypted = await encrypt(randomBytes(1_000))
    const anyPlace = fc.nat({ max: encrypted.length - 1 })
    const anyDamage = fc.record({ at: anyPlace, flip: fc.integer({ min: 0, max: 255 }) })
    await fc.assert(
      fc.asyncProperty(anyDamage, async ({ at, flip }) => {
        const damaged = Buffer.from(encrypted)
        damaged[at]! ^= flip
        const given = flip === 0 ? damaged.subarray(0, at) : damaged

        const read = await open(given).catch((error: unknown) => error)

        // Damage to the first line makes it something else, which the reader of backups refuses.
        const isSomethingElse = Buffer.isBuffer(read) && read.equals(given)
        expect(isSomethingElse || read instanceof BackupError).toBe(true)
      }),
    )
  })

  test('is refused when chunks are left out, swapped or added', async () => {
    const encrypted = await encrypt(randomBytes(200_000))
    const head = encrypted.subarray(0, encryptedHeadSizeInBytes)
    const body = encrypted.subarray(encryptedHeadSizeInBytes)
    const [one, two, three, last] = [0, 1, 2, 3].map((at) =>
      body.subarray(at * sealedChunkInBytes, (at + 1) * sealedChunkInBytes),
    ) as [Buffer, Buffer, Buffer, Buffer] // 200,000 bytes make four
    for (const chunks of [
      [one, two, three],
      [two, one, three, last],
      [one, three, last],
      [one, two, three, last, last],
    ]) {
      await expect(open(Buffer.concat([head, ...chunks]))).rejects.toThrow(BackupError)
    }
  })

  test('says which key is missing, or that this is not the one', async () => {
    const encrypted = await encrypt(Buffer.from('rows'))

    await expect(open(encrypted, null)).rejects.toThrow(
      'a.backup is encrypted: set BACKUP_KEY to the key it was made with.',
    )
    await expect(open(encrypted, 'another key of ours')).rejects.toThrow(
      'a.backup does not open with this BACKUP_KEY',
    )
  })

  test('is never the same twice', async () => {
    const [one, other] = [await encrypt(Buffer.from('rows')), await encrypt(Buffer.from('rows'))]

    expect(one.equals(other)).toBe(false)
  })
})

test('a backup that is not encrypted is read as it is, with a key or without', async () => {
  const plain = Buffer.from('academy-backup 1\nand more')

  expect(await open(plain, null)).toEqual(plain)
  expect(await open(plain, key, 3)).toEqual(plain)
})

function encrypt(plain: Buffer): Promise<Buffer> {
  return collect(encryptBackup(inPieces(plain, 50_000), key, 10)) // the usual cost takes its time
}

function open(content: Buffer, withKey: string | null = key, pieceInBytes = 70_000) {
  const source = { name: 'a.backup', read: () => inPieces(content, pieceInBytes) }
  return collect(decrypted(source, withKey ?? undefined).read())
}

async function* inPieces(content: Buffer, sizeInBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += sizeInBytes) {
    yield content.subarray(at, at + sizeInBytes)
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
