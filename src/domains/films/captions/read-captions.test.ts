import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureWork } from '../../../../tests/support/measure-work.ts'
import { writeVtt } from '../server/captions/write-vtt.ts'
import { plainText, readCaptions } from './read-captions.ts'

const convert = (file: string) => writeVtt(readCaptions(file))

test('SubRip becomes WebVTT, in the order of time', () => {
  const srt = `\uFEFF2\r\n00:01:02,5 --> 00:01:04,000\r\nLater\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}नमस्ते <i>and</i>\r\nwelcome & <font color="red">hello</font>\r\n`

  expect(convert(srt)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.500
नमस्ते <i>and</i>
welcome &amp; hello

00:01:02.500 --> 00:01:04.000
Later
`)
})

test('WebVTT stays what it was, without notes, styles and regions', () => {
  const vtt = `WEBVTT - a title

STYLE
::cue { background: url(https://tracker.example/) }

NOTE nobody sees this

intro
00:01.000 --> 00:02.000 align:start line:10% region:x
<v Meera>Be &lt;brief&gt;

00:03.000 --> 00:03.000
Unseen
`

  expect(convert(vtt)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.000 align:start line:10%
<v Meera>Be &lt;brief&gt;
`)
})

test('what a learner reads beside a film is what was said, in one line without its markup', () => {
  const [cue] = readCaptions(
    convert(
      'WEBVTT\n\n00:00.500 --> 00:04.000\n<v Asha>Cut &amp; <b>paste</b>\non the “&quot;” beat\n',
    ),
  )

  expect(cue && plainText(cue.text)).toBe('Cut & paste on the “"” beat')
})

test('a character that was written as a number is found and shown as itself', () => {
  const [cue] = readCaptions('1\n0:01 --> 0:02\nDon&#39;t &#60;cut&#62; R&#38;D, isn&apos;t it\n')

  expect(cue?.text).toBe("Don't &lt;cut&gt; R&amp;D, isn't it")
  expect(cue && plainText(cue.text)).toBe("Don't <cut> R&D, isn't it")
})

test('captions without an empty line between them are told apart by their times', () => {
  const cues = readCaptions('1\n0:01 --> 0:02\nOne\n2\n0:03 --> 0:04\nTwo')
  expect(cues.map(({ text }) => text)).toEqual(['One', 'Two'])
})

test('an arrow in what is said is said, also after a hundred hours', () => {
  const file = '1\n100:00:01,000 --> 100:00:02,000\nFile --> Save\nSooner --> 2\n'
  expect(readCaptions(file)).toMatchObject([
    { fromInMs: 360_001_000, text: 'File --&gt; Save\nSooner --&gt; 2' },
  ])
})

describe('what cannot be read is told in a sentence', () => {
  test.each([
    ['', /^There are no captions in this file/],
    ['Just a text.\nOf two lines.', /^There are no captions in this file/],
    ['WEBVTT\n\n00:01 -> 00:02\nOne', /^There are no captions/],
    ['WEBVTT\n\nsoon --> later\nOne', /^Line 3: these times cannot be read\./],
    ['1\n00:00:75,000 --> 00:01:99,000\nOne', /^Line 2: these times/],
    ['1\n00:00:05,000 --> 00:00:04,000\nOne', /^Line 2: this caption ends before it begins\.$/],
  ])('%j', (file, sentence) => {
    expect(() => readCaptions(file)).toThrow(sentence)
  })
})

test('nothing that is written runs, links or breaks out of its caption', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=y>',
    '<c.x>',
    '</v>',
    '<<i>>',
    '-- >',
    '&lt;',
    '&',
    '\u0000',
    'x',
    '\u2028',
    '<v a>',
    '{\\x',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hostile), { minLength: 1 }), (parts) => {
      const file = `1\n00:00:01,000 --> 00:00:02,000\nx${parts.join('')}\n`
      const cues = readCaptions(file)
      expect(cues).toHaveLength(1)
      const { text = '' } = cues[0] ?? {}
      const tags = text.match(/<[^>]*>?/g) ?? []
      for (const tag of tags) expect(tag).toMatch(/^<(?:\/?[biu]|v [^<>]+)>$/)
      // The same again: what was written is read as what it was.
      expect(convert(writeVtt(cues))).toBe(writeVtt(cues))
    }),
  )
})

test.each([
  ['open braces', '{\\'.repeat(400_000)],
  ['open tags', '<'.repeat(900_000)],
  ['ampersands', '&'.repeat(900_000)],
  ['spaces', `${' '.repeat(900_000)}x`],
])('a megabyte of %s is read at once', (_, text) => {
  const workInMs = measureWork(() => {
    readCaptions(`00:01.000 --> 00:02.000\nx${text}`)
    try {
      readCaptions(`${text}-->`)
    } catch {
      // What is wrong is told; how soon is the question.
    }
  })
  expect(workInMs).toBeLessThan(2000)
})
