import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  academyWith,
  asEarlierVersion,
  inPieces,
  newKeys,
  sealParts,
  sourceOf,
  toStream,
} from '../../../tests/support/backup-files.ts'
import { BackupError } from './backup-error.ts'
import { decrypted } from './backup-source.ts'
import { encryptBackup } from './encrypt-backup.ts'
import type { Table } from './format.ts'
import { type VerifiedBackup, verifyBackup } from './read-backup-file.ts'
import { fingerprintOfSigner, sealSizeInBytes } from './seal.ts'
import type { Trust } from './trust.ts'
import type { Part } from './write-backup-file.ts'

const users = { name: 'users', columns: ['id', 'name'] }
const academy: Part = { head: academyWith([users]) }
const rows: Part = { head: { kind: 'table', ...users } }
const end: Part = { head: { kind: 'end' } }
const key = 'a key for nobody but us'
const trusts: Trust[] = [{}, { isGiven: true }, { key, isGiven: true }]

const partsWith = (...content: Buffer[]): Part[] => [
  academy,
  { ...rows, content: toStream(content) },
  fileAt('media/film.mp4', randomBytes(3_000)),
  end,
]

describe('a sealed backup', () => {
  test('is refused when any byte of it changed', async () => {
    const whole = await sealParts(partsWith(Buffer.from('1\tA\n2\tB\n')))
    expect((await open(whole, {})).files).toEqual(['media/film.mp4'])

    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1 << (at % 8)
      await expect(open(damaged, {})).rejects.toThrow(BackupError)
    }
  })

  test('is refused when pieces of it are lost, swapped, doubled, or of another backup', async () => {
    const keys = newKeys(key)
    const [whole, other] = await Promise.all(
      ['1\tA\n', '1\tB\n'].map((row) => sealParts(partsWith(Buffer.from(row)), keys)),
    )
    const at = fc.nat({ max: whole!.length })
    const anyDamage = fc.record({
      cuts: fc.uniqueArray(at, { minLength: 3, maxLength: 3 }),
      kind: fc.constantFrom('lost', 'swapped', 'doubled', 'cut short', 'of another', 'flipped'),
      flip: fc.integer({ min: 1, max: 255 }),
      trust: fc.constantFrom(...trusts),
    })
    await fc.assert(
      fc.asyncProperty(anyDamage, async ({ cuts, kind, flip, trust }) => {
        const [a = 0, b = 0, c = 0] = cuts.toSorted((one, other) => one - other)
        const [start, one, two, rest] = [
          whole!.subarray(0, a),
          whole!.subarray(a, b),
          whole!.subarray(b, c),
          whole!.subarray(c),
        ] as [Buffer, Buffer, Buffer, Buffer]
        const flipped = Buffer.from(one)
        flipped[0]! ^= flip
        const damaged = Buffer.concat(
          {
            lost: [start, two, rest],
            swapped: [start, two, one, rest],
            doubled: [start, one, one, two, rest],
            'cut short': [start, one],
            'of another': [start, other!.subarray(a, c), rest],
            flipped: [start, flipped, two, rest],
          }[kind],
        )
        fc.pre(!damaged.equals(whole!) && !damaged.equals(other!))
        await expect(open(damaged, trust)).rejects.toThrow(BackupError)
      }),
      { numRuns: 400 },
    )
  })

  test('has a seal that belongs to no other', async () => {
    const [one, other] = [
      await sealParts(partsWith(Buffer.from('1\tA\n'))),
      await sealParts(partsWith(Buffer.from('1\tB\n'))),
    ]
    const sealOfOther = other.subarray(-sealSizeInBytes)

    await expect(
      open(Buffer.concat([one.subarray(0, -sealSizeInBytes), sealOfOther]), {}),
    ).rejects.toThrow(BackupError)
  })
})

describe('whose a backup is', () => {
  const keys = newKeys(key)
  const ours = fingerprintOfSigner(keys.signingKey)
  const parts = () => partsWith(Buffer.from('1\tA\n'))
  const read = async (whole: Buffer, trust: Trust) =>
    (await verifyBackup(sourceOf(whole), trust)).origin

  test('is not known on a new machine, so any that is whole passes', async () => {
    const whole = await sealParts(parts(), keys)

    expect(await read(whole, {})).toEqual({ fingerprint: ours, isProven: false })
  })

  test('is proven by BACKUP_KEY, and then no other passes unless it is trusted', async () => {
    const [mine, forged, unkeyed] = [
      await sealParts(parts(), keys),
      await sealParts(parts(), { ...keys, secret: 'a key of somebody else' }),
      await sealParts(parts(), { ...keys, secret: undefined }),
    ]

    expect(await read(mine, { key })).toEqual({ fingerprint: ours, isProven: true })
    for (const other of [forged, unkeyed]) {
      await expect(read(other, { key })).rejects.toThrow('was not made with this BACKUP_KEY')
      expect(await read(other, { key, isGiven: true })).toMatchObject({ isProven: false })
    }
  })

  test('is proven by the fingerprint one asks for', async () => {
    const mine = await sealParts(parts(), { ...keys, secret: undefined })
    const forged = await sealParts(parts())

    expect(await read(mine, { key, signedBy: ours })).toMatchObject({ isProven: true })
    await expect(read(forged, { signedBy: ours })).rejects.toThrow(/was signed by the academy/)
  })

  test('is anybody’s if it is of an earlier version, but for what BACKUP_KEY encrypted', async () => {
    const earlier = asEarlierVersion(await sealParts(parts()))
    const encrypted = await buffer(encryptBackup(inPieces(earlier, 9_000), key, 10))

    await expect(read(earlier, {})).rejects.toThrow(/earlier version.* --trust$/)
    expect(await read(earlier, { isGiven: true })).toEqual({ fingerprint: null, isProven: false })
    const { origin } = await verifyBackup(decrypted(sourceOf(encrypted), key), { key })
    expect(origin).toEqual({ fingerprint: null, isProven: true })
    earlier[200]! ^= 1
    await expect(open(earlier, { isGiven: true })).rejects.toThrow(BackupError)
  })
})

describe('a well-sealed backup by somebody hostile', () => {
  test.each([
    '/etc/passwd',
    '../up',
    'media/../../up',
    'media/./here',
    'media//twice',
    'media/\0',
    '',
    'media',
    'postgres/pg_hba.conf',
    'postgres.location',
    'restore.unfinished',
    'uploads/x',
    '.profile',
    'Media/x',
  ])('never brings a file to %j', async (path) => {
    const parts: Part[] = [academy, rows, fileAt(path), end]

    for (const trust of trusts)
      await expect(open(await sealParts(parts), trust)).rejects.toThrow(BackupError)
  })

  test('never has parts in an order, a number or a shape in which none are written', async () => {
    const file = fileAt('media/a')
    const orders: Part[][] = [
      [],
      [end],
      [academy, end],
      [rows, academy, end],
      [academy, rows],
      [academy, academy, rows, end],
      [academy, rows, rows, end],
      [academy, file, rows, end],
      [academy, rows, end, file],
      [academy, rows, end, end],
      [academy, rows, file, file, end],
      [academy, rows, file, fileAt('media/a/b'), end],
      [academy, rows, fileAt('media/a/b'), file, end],
      [{ head: academyWith([users, users]) }, rows, rows, end],
      [{ head: academyWith([{ name: 'users', columns: ['id'] }]) }, rows, end],
    ]
    for (const parts of orders)
      await expect(open(await sealParts(parts), {})).rejects.toThrow(BackupError)
  })

  test('brings what may stand in a backup, or is refused', async () => {
    const anyName = fc.oneof(
      fc.constantFrom('users', 'media/a', 'media/b', 'users (id) from program $$id$$ --', '../x'),
      fc.string(),
    )
    const anyTable = fc.record({ name: anyName, columns: fc.array(anyName, { maxLength: 2 }) })
    const anyHead = fc.oneof(
      anyTable.map((table) => ({ kind: 'table', ...table })),
      fc.record({ kind: fc.constant('file'), path: anyName, mode: fc.integer() }),
      fc.constantFrom(academy.head, rows.head, end.head),
      fc.jsonValue(),
    )
    const anyParts = fc.record({
      tables: fc.oneof(fc.constant<Table[]>([users]), fc.array(anyTable, { maxLength: 2 })),
      heads: fc.array(anyHead, { maxLength: 3 }),
      isEarlier: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(anyParts, async ({ tables, heads, isEarlier }) => {
        const listed = tables.map((table) => ({ kind: 'table', ...table }))
        const all = [academyWith(tables), ...listed, ...heads, end.head]
        // What is no head at all is written nevertheless.
        const whole = await sealParts(all.map((head) => ({ head }) as Part))
        const source = sourceOf(isEarlier ? asEarlierVersion(whole) : whole)

        const read = await verifyBackup(source, { isGiven: true }).catch((error: unknown) => error)

        const isHarmless = (content: VerifiedBackup) =>
          [...content.tables.keys()].join('\n') === tables.map(({ name }) => name).join('\n') &&
          content.files.every((path) => !/^\/|\/\/|(^|\/)\.\.?(\/|$)|\0/.test(path)) &&
          (isEarlier || content.files.every((path) => /^media\/./.test(path)))
        expect(read instanceof BackupError || isHarmless(read as VerifiedBackup)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('is refused when what is packed is not what a backup packs', async () => {
    const whole = await sealParts([academy, rows, end])
    const bodies = [randomBytes(500), Buffer.alloc(0), whole.subarray(17, 60)]
    for (const body of bodies) {
      const made = Buffer.concat([whole.subarray(0, 17), body, Buffer.alloc(sealSizeInBytes)])
      await expect(open(asEarlierVersion(made), { isGiven: true })).rejects.toThrow(BackupError)
    }
  })
})

function fileAt(path: string, content = Buffer.from('x')): Part {
  return { head: { kind: 'file', path, mode: 0o600 }, content: toStream([content]) }
}

function open(whole: Buffer, trust: Trust) {
  return verifyBackup(sourceOf(whole), trust)
}
