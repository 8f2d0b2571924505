import { expect, test } from 'vitest'
import { readCoupon } from './read-coupon.ts'

function fill(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}
const typed = { code: 'ONAM', kind: 'percent_off', value: '10' }

test('a coupon is sent as it was typed', () => {
  expect(readCoupon(fill({ ...typed, ends_at: '2190-01-31T18:30' }))).toMatchObject({
    code: 'ONAM',
    percent_off: 10,
    course_id: null,
    ends_at: '2190-01-31T18:30:00+05:30',
    first_purchase_only: false,
  })
})

test('an end that has passed is a slip in the office: it is said at its field, and nothing is sent', () => {
  expect(() => readCoupon(fill({ ...typed, ends_at: '2020-01-31T18:30' }))).toThrow(
    expect.objectContaining({
      errors: [{ path: 'ends_at', message: 'This end has passed already.' }],
    }),
  )
})
