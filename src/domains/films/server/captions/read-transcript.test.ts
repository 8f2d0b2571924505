import { expect, test } from 'vitest'
import { readCaptions } from '../../captions/read-captions.ts'
import { writeTranscript } from './read-transcript.ts'

function read(...cues: [from: string, to: string, text: string][]) {
  const lines = cues.map(([from, to, text]) => `00:${from}.000 --> 00:${to}.000\n${text}\n`)
  return writeTranscript(readCaptions(`WEBVTT\n\n${lines.join('\n')}`))
}

test('what is said is read on, and begins anew behind a silence', () => {
  const { paragraphs, isCut } = read(
    ['00:00', '00:02', 'Cut where the\nhand <i>moves</i>,'],
    ['00:02', '00:04', '<v Asha>not before &amp; not after.'],
    ['00:20', '00:22', 'Now you.'],
  )
  expect(paragraphs).toEqual(['Cut where the hand moves, not before & not after.', 'Now you.'])
  expect(isCut).toBe(false)
})

test('markup that was written as letters stays letters', () => {
  expect(read(['00:00', '00:02', '1 < 2 <script>alert(1)</script>']).paragraphs).toEqual([
    '1 < 2 alert(1)',
  ])
})

test('hours of speech are cut, and long speech is parted at the end of sentences', () => {
  const sentence = `${'word '.repeat(30).trim()}.`
  const cues = Array.from({ length: 2000 }, (_, at) => ({
    fromInMs: at * 1000,
    toInMs: at * 1000 + 1000,
    settings: '',
    text: sentence,
  }))
  const { paragraphs, isCut } = writeTranscript(cues)
  expect(isCut).toBe(true)
  expect(paragraphs.join('').length).toBeLessThan(45_000)
  expect(paragraphs.every((paragraph) => paragraph.endsWith('.'))).toBe(true)
  expect(Math.max(...paragraphs.map(({ length }) => length))).toBeLessThan(1300)
})
