import { expect, test } from 'vitest'
import { readChosenFile } from './read-chosen-file.ts'

const csv = 'module,lesson\nÉté,नमस्ते'
const utf16 = Buffer.from(`\uFEFF${csv}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(csv), csv],
  ['UTF-16 of Excel', utf16, csv],
  ['UTF-16, the other way round', Buffer.from(utf16).swap16(), csv],
  ['old Windows', Buffer.from('module,lesson\nÉté,x', 'latin1'), 'module,lesson\nÉté,x'],
])('a spreadsheet in %s is read', async (_, bytes, text) => {
  const chosen = await readChosenFile(new File([bytes], 'My course.csv'))

  expect(chosen).toEqual({ kind: 'spreadsheet', csv: text, title: 'My course' })
})

test('a course file is known by its content', async () => {
  const chosen = await readChosenFile(new File(['\uFEFF {"format": "x"}'], 'download.txt'))

  expect(chosen).toEqual({ kind: 'course', content: { format: 'x' } })
})

test.each([
  ['PK\u0003\u0004', /as CSV first/],
  ['{"format": ', /damaged/],
  [' ', /empty/],
  ['x'.repeat(3_000_000), /2 MB/],
  ['x'.repeat(13_000_000), /12 MB/],
])('what cannot be taken is told in a sentence: %.20j', async (content, message) => {
  const chosen = await readChosenFile(new File([content], 'file'))

  expect(chosen).toEqual({ kind: 'unusable', message: expect.stringMatching(message) })
})
