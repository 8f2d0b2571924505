import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromIndiaTime, toIndiaTime } from './india-time.ts'

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
