import { expect, test } from 'vitest'
import { writeCsv, writeTable } from './write-csv.ts'

test('a file opens in Excel as it was meant: letters, lines, amounts, and no formula', async () => {
  const rows = [
    ['Śrī', 'said "hello", twice', '=1+1', '-5'],
    ['', 'two\nlines', ' led', -499_950n],
  ]

  const whole = writeTable(['Name', 'Text', 'Sum; net', 'Amount'], rows)

  expect(whole).toBe(
    '\uFEFFName,Text,"Sum; net",Amount\r\n' +
      `Śrī,"said ""hello"", twice",'=1+1,'-5\r\n` +
      ',"two\nlines"," led",-4999.50\r\n',
  )
  const batches = rows.map((row) => [row])
  const pieces: string[] = []
  for await (const piece of writeCsv(['Name', 'Text', 'Sum; net', 'Amount'], batches)) {
    pieces.push(piece)
  }
  expect(pieces).toHaveLength(3)
  expect(pieces.join('')).toBe(whole)
})
