import { expect, test } from 'vitest'
import { readChapters } from './read-chapters.ts'

test('a pasted list of times becomes chapters', () => {
  const text = '0:00 Welcome\r\n\r\n 01:30 - The first cut\n(1:02:03) Sound: what it does\n'

  expect(readChapters(text, 4000)).toEqual({
    chapters: [
      { at: 0, title: 'Welcome' },
      { at: 90, title: 'The first cut' },
      { at: 3723, title: 'Sound: what it does' },
    ],
    errors: [],
  })
  expect(readChapters('', null)).toEqual({ chapters: [], errors: [] })
})

test('each line that is wrong is told', () => {
  const text = 'Welcome\n0:00\n0:10 One\n0:05 Two\n0:75 Three\n1:61:00 Four\n9:00 Five'

  expect(readChapters(text, 60).errors).toEqual([
    { line: 1, message: 'Begin with a time and a space, then the title: 1:30 Welcome.' },
    { line: 2, message: 'Begin with a time and a space, then the title: 1:30 Welcome.' },
    { line: 4, message: 'This time is not after the one before it.' },
    { line: 5, message: 'Minutes and seconds go up to 59.' },
    { line: 6, message: 'Minutes and seconds go up to 59.' },
    { line: 7, message: 'The film is over by then.' },
  ])
})

test('there is an end to them', () => {
  const lines = Array.from({ length: 150 }, (_, at) => `${at}:00 Chapter`)
  const { chapters, errors } = readChapters(lines.join('\n'), null)

  expect(errors).toEqual([{ line: 101, message: 'A film can have 100 chapters.' }])
  expect(chapters.length).toBeLessThan(102)
  expect(readChapters(`0:00 ${'x'.repeat(201)}`, null).errors).toHaveLength(1)
})
