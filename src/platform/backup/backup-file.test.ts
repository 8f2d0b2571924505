import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupError } from './backup-error.ts'
import { fileSource } from './backup-source.ts'
import type { PartHead } from './format.ts'
import { holdSameRows, startMeasure } from './measure.ts'
import { readParts, verifyBackup } from './read-backup-file.ts'
import { type Part, writeBackupFile } from './write-backup-file.ts'

let folder = ''
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-backup-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const academy: PartHead = {
  kind: 'academy',
  made_at: '2026-11-22T00:00:00.000Z',
  postgres: '18.4',
  migrations: ['0001-accounts.sql'],
  tables: [{ name: 'users', columns: ['id'] }],
  sequences: [],
}

describe('a backup file', () => {
  test('gives back what was put in, however it was cut', async () => {
    const anyContent = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyContent, { maxLength: 4 }), async (contents) => {
        const path = await write(contents)

        const read: Buffer[] = []
        for await (const { head, content } of readParts(fileSource(path))) {
          const chunks: Buffer[] = []
          for await (const chunk of content) chunks.push(chunk)
          if (head.kind === 'table') read.push(Buffer.concat(chunks))
        }

        expect(read).toEqual(contents.map((chunks) => Buffer.concat(chunks)))
        expect((await verifyBackup(fileSource(path))).tables.size).toBe(contents.length)
      }),
      { numRuns: 40 },
    )
  })

  test('holds a row that is larger than any frame', async () => {
    const row = Buffer.concat([Buffer.alloc(5 * 2 ** 20, randomBytes(7).toString('hex')), lineEnd])

    const { tables } = await verifyBackup(fileSource(await write([[row, row]])))

    expect(tables.get('table0')).toMatchObject({ rows: 2, size_in_bytes: 2 * row.length })
  })

  test('is refused when any byte of it changed, or any were lost', async () => {
    const whole = await readFile(await write([[Buffer.from('a\tb\nc\td\n')], [randomBytes(2_000)]]))
    const anyPlace = fc.nat({ max: whole.length - 1 })
    const anyDamage = fc.oneof(
      fc.record({ at: anyPlace, flip: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ at: anyPlace }),
    )
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        const damaged = Buffer.from(whole)
        if ('flip' in damage) damaged[damage.at]! ^= damage.flip
        const path = join(folder, `damaged${count++}`)
        await writeFile(path, 'flip' in damage ? damaged : damaged.subarray(0, damage.at))

        await expect(verifyBackup(fileSource(path))).rejects.toThrow(BackupError)
      }),
    )
  })

  test('is refused when it is something else, or not there', async () => {
    const path = join(folder, 'letter')
    await writeFile(path, 'Dear academy,\n'.repeat(20))

    await expect(verifyBackup(fileSource(path))).rejects.toThrow(
      `${path} is not a backup of an academy.`,
    )
    await expect(verifyBackup(fileSource(folder))).rejects.toThrow(`${folder} is not a file.`)
    await expect(verifyBackup(fileSource(`${path}s`))).rejects.toThrow(`There is no ${path}s.`)
  })

  test.each(['/etc/passwd', '../up', 'media/../../up', './here', ''])(
    'never brings a file to %j',
    async (path) => {
      const parts: Part[] = [
        { head: academy },
        { head: { kind: 'file', path, mode: 0o600 } },
        { head: { kind: 'end' } },
      ]

      await expect(verifyBackup(fileSource(await writeParts(parts)))).rejects.toThrow(BackupError)
    },
  )
})

describe('measuring', () => {
  test('finds the same rows in any order and any cut, and other rows different', () => {
    const anyRows = fc.array(fc.stringMatching(/^[a-z\t\\]{0,12}$/), { maxLength: 20 })
    fc.assert(
      fc.property(anyRows, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (rows, cuts) => {
        const inOrder = measure(rows, cuts)
        const backwards = measure(rows.toReversed(), cuts)

        expect(inOrder.rows).toBe(rows.length)
        expect(holdSameRows(inOrder, backwards)).toBe(true)
        expect(holdSameRows(inOrder, measure([...rows, 'one more'], cuts))).toBe(false)
        expect(holdSameRows(inOrder, measure([...rows.slice(1), 'OTHER'], cuts))).toBe(false)
      }),
    )
  })
})

const lineEnd = Buffer.from('\n')

function measure(rows: string[], cuts: Iterator<number>) {
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''))
  const measure = startMeasure()
  for (let at = 0; at < bytes.length; ) {
    const end = at + cuts.next().value
    measure.add(bytes.subarray(at, end))
    at = end
  }
  return measure.result()
}

function write(contents: Uint8Array[][]): Promise<string> {
  const tables = contents.map(
    (chunks, at): Part => ({
      head: { kind: 'table', name: `table${at}`, columns: ['line'] },
      content: toStream(chunks.map((chunk) => Buffer.from(chunk))),
    }),
  )
  return writeParts([{ head: academy }, ...tables, { head: { kind: 'end' } }])
}

async function writeParts(parts: Part[]): Promise<string> {
  const path = join(folder, `backup${count++}`)
  await writeBackupFile(path, toStream(parts))
  return path
}

async function* toStream<Item>(items: Item[]): AsyncGenerator<Item> {
  yield* items
}
