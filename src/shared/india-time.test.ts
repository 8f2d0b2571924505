import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimeOfDay } from './format-date.ts'
import {
  financialYearOf,
  fromIndiaTime,
  isNight,
  keepInFinancialYear,
  nextMorning,
  startOfDay,
  toIndiaTime,
} from './india-time.ts'

test('nine in the morning in India is half past three in London’s winter', () => {
  expect(fromIndiaTime('2026-11-24T09:00')).toBe('2026-11-24T09:00:00+05:30')
  expect(toIndiaTime(new Date('2026-11-24T03:30:00Z'))).toBe('2026-11-24T09:00')
})

test.each(['', 'tomorrow', '2026-02-31T09:00', '2026-11-24T24:61', '2026-11-24'])(
  '"%s" is no time',
  (typed) => {
    expect(fromIndiaTime(typed)).toBeNull()
  },
)

test('what is shown is what is sent, wherever the browser stands', () => {
  const minute = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(minute, (instant) => {
      const shown = toIndiaTime(instant)
      const sent = new Date(fromIndiaTime(shown)!)
      expect(sent.getTime()).toBe(Math.floor(instant.getTime() / 60_000) * 60_000)
    }),
  )
})

const lastOfMarch = new Date('2027-03-31T18:29:59.999Z')
const firstOfApril = new Date('2027-03-31T18:30:00Z')

test('a financial year begins with April in India, not in Greenwich', () => {
  expect(financialYearOf(lastOfMarch)).toBe('2627')
  expect(financialYearOf(firstOfApril)).toBe('2728')
  expect(startOfDay('2027-04-01')).toEqual(firstOfApril)
})

test('a document whose number was taken in one year is not dated in another', () => {
  expect(keepInFinancialYear(firstOfApril, '2627')).toEqual(lastOfMarch)
  expect(keepInFinancialYear(lastOfMarch, '2728')).toEqual(firstOfApril)
  expect(keepInFinancialYear(lastOfMarch, '2627')).toEqual(lastOfMarch)
})

test.each([
  ['2026-11-21T09:05:00Z', '2:35 pm'],
  ['2026-11-21T18:35:00Z', '12:05 am'],
  ['2026-11-21T05:00:00Z', '10:30 am'],
])('%s is %s on a clock in India', (instant, clock) => {
  expect(formatTimeOfDay(instant)).toBe(clock)
})

test('a morning begins at eight in India, and the night at nine in the evening', () => {
  expect(nextMorning(new Date('2026-11-24T01:00:00Z'))).toEqual(new Date('2026-11-24T02:30:00Z'))
  expect(nextMorning(new Date('2026-11-24T02:30:00Z'))).toEqual(new Date('2026-11-25T02:30:00Z'))
  expect(isNight(new Date('2026-11-24T02:29:00Z'))).toBe(true)
  expect(isNight(new Date('2026-11-24T02:30:00Z'))).toBe(false)
  expect(isNight(new Date('2026-11-24T15:30:00Z'))).toBe(true)
})
