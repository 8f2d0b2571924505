import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeStorage } from '../../../../tests/support/make-storage.ts'
import { takeDueCheckout } from '../../checkout/web/purchase/take-due-checkout.ts'
import { announceCheckout } from './announce-checkout.ts'
import { readIntention } from './intended-purchase.ts'

const minute = 60_000
const course = { id: 'ai-reels', title: 'AI Reels', price: 4999, thumbnail: null }
const pressedAt = Date.parse('2026-11-22T09:00:00Z')
const intention = { ...course, pressedAt, isReturning: false }
const newcomer = { purchased_courses: [] }

it('the checkout opens once for who signs in to buy, soon, and lands on the course', () => {
  const visit = fc.record({
    signedInAfter: fc.integer({ min: 0, max: 60 * minute }),
    arrivedAfter: fc.integer({ min: 0, max: 5 * minute }),
    destination: fc.constantFrom('/course/ai-reels', '/course/other', '/my-courses'),
    owned: fc.subarray(['ai-reels', 'other']),
    pages: fc.array(fc.constantFrom('ai-reels', 'other'), { minLength: 1, maxLength: 4 }),
  })
  fc.assert(
    fc.property(visit, ({ signedInAfter, arrivedAfter, destination, owned, pages }) => {
      const storage = makeStorage()
      const signedInAt = pressedAt + signedInAfter
      const kept = readIntention({ intention }, signedInAt)
      if (kept) {
        announceCheckout(storage, {
          intention: kept,
          user: { purchased_courses: owned },
          destination,
          nowInMs: signedInAt,
        })
      }

      const opened = pages.map((id) => takeDueCheckout(storage, id, signedInAt + arrivedAfter))

      const isDue =
        signedInAfter <= 30 * minute &&
        arrivedAfter < 2 * minute &&
        destination === '/course/ai-reels' &&
        !owned.includes('ai-reels') &&
        pages[0] === 'ai-reels'
      expect(opened).toEqual(pages.map((_, at) => isDue && at === 0))
      expect(storage.length).toBe(0)
    }),
  )
})

it.each([null, undefined, 'text', {}, { next: '/course/x' }, { intention: null }])(
  'a navigation with %j carries no purchase',
  (state) => {
    expect(readIntention(state, pressedAt)).toBeNull()
  },
)

it('the checkout opens for who logs in by an answer that names no courses', () => {
  const storage = makeStorage()
  const destination = '/course/ai-reels'

  announceCheckout(storage, { intention, user: {}, destination, nowInMs: pressedAt })

  expect(takeDueCheckout(storage, course.id, pressedAt)).toBe(true)
})

it('a clock that was put back keeps no purchase alive', () => {
  expect(readIntention({ intention }, pressedAt - 31 * minute)).toBeNull()
})

it.each(['', 'ai-reels', ' ai-reels', 'NaN ai-reels', `${pressedAt}`, `${pressedAt}ai-reels`])(
  'what somebody else stored as %j opens nothing',
  (stored) => {
    const storage = makeStorage()
    announceCheckout(storage, {
      intention,
      user: newcomer,
      destination: '/course/ai-reels',
      nowInMs: pressedAt,
    })
    storage.setItem(storage.key(0)!, stored)

    expect(takeDueCheckout(storage, 'ai-reels', pressedAt)).toBe(false)
  },
)
