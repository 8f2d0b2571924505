import { expect, test } from 'vitest'
import { readCsvFile } from './read-csv-file.ts'

const text = 'email,name\r\nravi@example.test,रवि'
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, little end first', utf16],
  ['UTF-16, big end first', Buffer.from(utf16).swap16()],
])('a file in %s is read', async (_, bytes) => {
  expect(await readCsvFile(new Blob([bytes]))).toBe(text)
})

test.each([[1_000_001], [5_000_000]])('a file of %d bytes is refused unsent', async (size) => {
  await expect(readCsvFile(new Blob(['x'.repeat(size)]))).rejects.toThrow('too large')
})
