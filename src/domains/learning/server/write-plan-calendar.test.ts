import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writePlanCalendar } from './write-plan-calendar.ts'

const writtenAt = new Date('2026-11-24T10:00:00Z')
const course = { title: 'Reels, in a day', url: 'https://academy.example/course/reels', writtenAt }

test('a lesson stands in the calendar at the instant at which it opens', () => {
  const at = new Date('2026-11-30T04:30:00Z')

  const file = writePlanCalendar(course, [{ uid: 'one@academy.example', title: 'Cut; paste', at }])

  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Academy//Lessons//EN',
    String.raw`NAME:Reels\, in a day`,
    'BEGIN:VEVENT',
    'UID:one@academy.example',
    'DTSTAMP:20261124T100000Z',
    'DTSTART:20261130T043000Z',
    String.raw`SUMMARY:“Cut\; paste” opens`,
    String.raw`DESCRIPTION:Reels\, in a day`,
    'URL:https://academy.example/course/reels',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('whatever a lesson is called, lines have at most 75 octets and the name comes back whole', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(name, (title) => {
      const file = writePlanCalendar(course, [{ uid: 'one@a', title, at: writtenAt }])

      const lines = file.split('\r\n')
      expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
      const whole = file.replaceAll('\r\n ', '').split('\r\n')
      expect(whole).toHaveLength(15)
      const summary = whole.find((line) => line.startsWith('SUMMARY:')) ?? ''
      const read = summary.slice(8).replaceAll(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one))
      expect(read).toBe(`“${title.replaceAll(/\r\n?/g, '\n')}” opens`)
    }),
  )
})
