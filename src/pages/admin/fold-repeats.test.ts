import fc from 'fast-check'
import { expect, it } from 'vitest'
import { samplePayment } from '../../../tests/support/sample-payment.ts'
import type { AdminPayment } from '../../domains/checkout/contract.ts'
import { orderStatuses } from '../../domains/checkout/statuses.ts'
import { foldRepeats } from './fold-repeats.ts'

const shop: AdminPayment = {
  ...samplePayment,
  status: 'failed',
  completed_at: null,
  razorpay_payment_id: null,
  user_name: 'Meera Nair',
  user_email: 'meera@example.test',
}
const soldIn = ({ bundle_id, course_id }: AdminPayment) => bundle_id ?? course_id
const at = (day: number) => `2026-11-${day}T10:00:00.000Z`

it('earlier tries of the same learner for the same course stand under the newest payment', () => {
  const paid = { ...shop, id: '4', status: 'completed' as const, created_at: at(14) }
  const tries = [13, 12, 11].map((day) => ({ ...shop, id: `of ${day}`, created_at: at(day) }))
  const ofAnother = { ...shop, id: '0', user_email: 'asha@example.test', created_at: at(10) }

  expect(foldRepeats([paid, ...tries, ofAnother])).toEqual([
    { payment: paid, earlierTries: tries },
    { payment: ofAnother, earlierTries: [] },
  ])
})

it('whatever the order, every payment is there once, and nothing but older failures is folded', () => {
  const payment = fc.record({
    status: fc.constantFrom(...orderStatuses),
    course_id: fc.constantFrom('reels', 'posters'),
    bundle_id: fc.constantFrom(null, 'all of it'),
    user_email: fc.constantFrom('meera@example.test', 'asha@example.test'),
    created_at: fc.integer({ min: 10, max: 30 }).map(at),
  })
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 25 }), (rows) => {
      const payments = rows.map((row, index) => ({ ...shop, ...row, id: String(index) }))

      const folded = foldRepeats(payments)

      const all = folded.flatMap(({ payment, earlierTries }) => [payment, ...earlierTries])
      expect(all.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([...payments.keys()])
      const ofPage = new Set(folded.map(({ payment }) => payment))
      expect(folded.map(({ payment }) => payment)).toEqual(
        payments.filter((one) => ofPage.has(one)),
      )
      for (const { payment, earlierTries } of folded) {
        for (const one of earlierTries) {
          expect(one.status).toBe('failed')
          expect([one.user_email, soldIn(one)]).toEqual([payment.user_email, soldIn(payment)])
          expect(one.created_at <= payment.created_at).toBe(true)
        }
      }
    }),
  )
})
