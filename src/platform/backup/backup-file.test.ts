import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { academyWith, newKeys, toStream } from '../../../tests/support/backup-files.ts'
import { fileSource } from './backup-source.ts'
import { holdSameRows, startMeasure } from './measure.ts'
import { readParts, verifyBackup } from './read-backup-file.ts'
import { type Part, writeBackupFile } from './write-backup-file.ts'

let folder = ''
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-backup-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a backup file', () => {
  test('gives back what was put in, however it was cut', async () => {
    const anyContent = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyContent, { maxLength: 4 }), async (contents) => {
        const path = await write(contents)

        const { tables, digest } = await verifyBackup(fileSource(path), {})
        const read: Buffer[] = []
        for await (const { head, content } of readParts(fileSource(path), digest)) {
          const chunks: Buffer[] = []
          for await (const chunk of content) chunks.push(chunk)
          if (head.kind === 'table') read.push(Buffer.concat(chunks))
        }

        expect(read).toEqual(contents.map((chunks) => Buffer.concat(chunks)))
        expect(tables.size).toBe(contents.length)
      }),
      { numRuns: 40 },
    )
  })

  test('holds a row that is larger than any frame', async () => {
    const row = Buffer.concat([Buffer.alloc(5 * 2 ** 20, randomBytes(7).toString('hex')), lineEnd])

    const { tables } = await verifyBackup(fileSource(await write([[row, row]])), {})

    expect(tables.get('table0')).toMatchObject({ rows: 2, size_in_bytes: 2 * row.length })
  })

  test('is refused when it is something else, or not there', async () => {
    const path = join(folder, 'letter')
    await writeFile(path, 'Dear academy,\n'.repeat(20))

    await expect(verifyBackup(fileSource(path), {})).rejects.toThrow(
      `${path} is not a backup of an academy.`,
    )
    await expect(verifyBackup(fileSource(folder), {})).rejects.toThrow(`${folder} is not a file.`)
    await expect(verifyBackup(fileSource(`${path}s`), {})).rejects.toThrow(`There is no ${path}s.`)
  })
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

async function write(contents: Uint8Array[][]): Promise<string> {
  const tables = contents.map((_, at) => ({ name: `table${at}`, columns: ['line'] }))
  const parts = tables.map(
    (table, at): Part => ({
      head: { kind: 'table', ...table },
      content: toStream(contents[at]!.map((chunk) => Buffer.from(chunk))),
    }),
  )
  const path = join(folder, `backup${count++}`)
  const all = toStream([{ head: academyWith(tables) }, ...parts, { head: { kind: 'end' } } as Part])
  await writeBackupFile(path, all, newKeys())
  return path
}
