import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeStorage } from '../../../../../tests/support/make-storage.ts'
import { ApiError, type SendRequest } from '../../../../http/api-client.ts'
import type { SessionUser } from '../../../../ui/session.ts'
import {
  type PurchaseDependencies,
  type PurchaseOutcome,
  runPurchase as startPurchase,
} from './run-purchase.ts'

const user: SessionUser = {
  id: 'u1',
  email: 'asha@example.in',
  name: 'Asha',
  is_admin: false,
  purchased_courses: [],
}
const item = { id: 'reels-7x', title: 'AI Reels', price: 4999, thumbnail: null }
const start = { session: { token: 'tok', user }, item }
const reply = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 's',
}
const order = { key: 'rzp', amount: 499_900, currency: 'INR', order_id: 'order_1' }
const owner = { ...user, purchased_courses: ['reels-7x'] }
/** Longer than anybody asks. */
const silence = { afterInMs: 3_600_000, answer: null }
const no = (status: number, code: string) => new ApiError(status, { code })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a purchase', () => {
  it('that is paid and verified ends with the course in the profile', async () => {
    const shop = openShop()

    const outcome = await runPurchase(shop, start)

    expect(outcome).toEqual({ kind: 'bought', razorpayPaymentId: 'pay_1', courseId: 'reels-7x' })
    expect(shop.stored).toEqual([owner])
    expect(shop.asked).toEqual([
      'POST /payment/create-order',
      'POST /payment/verify',
      'GET /auth/profile',
    ])
  })

  it('keeps who is buying while the checkout is open, and forgets it afterwards', async () => {
    const shop = openShop()
    let during: string | null = null
    shop.deps.openCheckout = async () => {
      during = shop.deps.storage.getItem('pre_payment_token')
      return reply
    }

    await runPurchase(shop, start)

    expect(during).toBe('tok')
    expect(shop.deps.storage.length).toBe(0)
  })

  it('that is closed unpaid asks for no verification', async () => {
    const shop = openShop()
    shop.deps.openCheckout = async () => null

    expect(await runPurchase(shop, start)).toEqual({ kind: 'dismissed' })
    expect(shop.asked).toEqual(['POST /payment/create-order'])
    expect(shop.deps.storage.length).toBe(0)
  })

  it('whose script does not load says so', async () => {
    const shop = openShop()
    shop.deps.loadScript = async () => {
      throw new Error('Failed to load Razorpay SDK')
    }

    expect(await runPurchase(shop, start)).toEqual({
      kind: 'initiation_failed',
      detail: 'Failed to load Razorpay SDK',
    })
  })

  it.each([
    [no(409, 'course_already_owned'), 'already_owned'],
    [no(401, 'not_signed_in'), 'signed_out'],
    [no(503, 'provider_unavailable'), 'initiation_failed'],
    [no(0, 'offline'), 'initiation_failed'],
  ])('whose order is refused (%s) ends as %s', async (failure, kind) => {
    const shop = openShop({ 'POST /payment/create-order': [failure] })

    expect(await runPurchase(shop, start)).toMatchObject({ kind })
  })

  it.each([
    [no(400, 'signature_wrong'), 'refused'],
    [no(403, 'not_allowed'), 'refused'],
    [no(404, 'unknown'), 'refused'],
    [no(409, 'unknown'), 'refused'],
    [no(422, 'unknown'), 'refused'],
    [{ status: 'pending', course_id: 'reels-7x' }, 'undecided'],
    [{ status: 'failed', course_id: 'reels-7x' }, 'undecided'],
    [{ status: 'refunded', course_id: 'reels-7x' }, 'refunded'],
  ])(
    'whose verification is answered by anything but success (%j) ends at once',
    async (answer, why) => {
      const shop = openShop({ 'POST /payment/verify': [answer] })

      const outcome = await runPurchase(shop, start)

      expect(outcome).toEqual({ kind: 'verification_failed', why })
      expect(shop.asked).toHaveLength(2)
      expect(shop.endedAfterInMs).toBe(0)
      expect(shop.pendingTold).toBe(0)
    },
  )

  it.each([
    no(0, 'offline'),
    no(401, 'unknown'),
    no(408, 'unknown'),
    no(425, 'unknown'),
    no(429, 'too_many_tries'),
    no(500, 'our_fault'),
    no(503, 'provider_unavailable'),
    null, // a network's own page
    silence,
  ])('whose verification was not answered (%s) is verified again until it is', async (answer) => {
    const shop = openShop({ 'POST /payment/verify': [answer, answer] })

    expect(await runPurchase(shop, start)).toMatchObject({ kind: 'bought' })
    expect(shop.pendingTold).toBe(1)
    expect(shop.asked.filter((route) => route === 'POST /payment/verify')).toHaveLength(3)
  })

  it.each([no(503, 'unknown'), silence])(
    'that nobody answers for (%s) ends after half a minute with the button free and nothing kept',
    async (answer) => {
      const shop = openShop({ 'POST /payment/verify': Array.from({ length: 50 }, () => answer) })

      const outcome = await runPurchase(shop, start)

      expect(outcome).toEqual({ kind: 'verification_failed', why: 'undecided' })
      expect(shop.endedAfterInMs).toBe(30_000)
      expect(shop.deps.storage.length).toBe(0)
    },
  )

  it('whose first verification is answered late is not asked about any more', async () => {
    const late = { afterInMs: 12_000, answer: { status: 'success', course_id: 'reels-7x' } }
    const shop = openShop({ 'POST /payment/verify': [late, silence, silence] })

    expect(await runPurchase(shop, start)).toMatchObject({ kind: 'bought' })
    expect(shop.endedAfterInMs).toBe(12_000)
  })

  it('whose buyer is signed out while paying ends as paid', async () => {
    const shop = openShop({ 'POST /payment/verify': [no(401, 'not_signed_in')] })

    expect(await runPurchase(shop, start)).toEqual({ kind: 'signed_out', hasPaid: true })
  })

  it('over nothing opens what was bought without a checkout, also where its script is kept out', async () => {
    const free = { ...order, amount: 0, order_id: '', granted: true }
    const shop = openShop({ 'POST /payment/create-order': [free] })
    shop.deps.loadScript = () => Promise.reject(new Error('blocked'))
    shop.deps.openCheckout = () => Promise.reject(new Error('opened'))

    expect(await runPurchase(shop, start)).toEqual({ kind: 'granted' })
    expect(shop.stored).toEqual([owner])
  })

  it.each(['coupon_unknown', 'coupon_expired', 'coupon_used_up', 'coupon_not_for_this'])(
    'with a coupon that does not count (%s) says why, and charges nothing',
    async (code) => {
      const refusal = new ApiError(409, { code, detail: 'This coupon is over.' })
      const shop = openShop({ 'POST /payment/create-order': [refusal] })

      const outcome = await runPurchase(shop, start)

      expect(outcome).toEqual({ kind: 'coupon_refused', detail: 'This coupon is over.' })
      expect(shop.asked).toEqual(['POST /payment/create-order'])
    },
  )

  it('asks once where the buyer is if the invoice has to say it', async () => {
    const shop = openShop({ 'POST /payment/create-order': [no(400, 'buyer_state_missing')] })

    expect(await runPurchase(shop, start)).toMatchObject({ kind: 'bought' })
    expect(shop.asked.slice(0, 2)).toEqual([
      'POST /payment/create-order',
      'POST /payment/create-order',
    ])
  })

  it('ends where the buyer does not say where they are', async () => {
    const shop = openShop({ 'POST /payment/create-order': [no(400, 'buyer_state_missing')] })
    shop.deps.askPlace = async () => false

    expect(await runPurchase(shop, start)).toEqual({ kind: 'dismissed' })
    expect(shop.asked).toHaveLength(1)
  })

  it('asks until all is said that the invoice has to hold', async () => {
    const missing = no(400, 'buyer_details_missing')
    const shop = openShop({
      'POST /payment/create-order': [no(400, 'buyer_state_missing'), missing, missing],
    })
    const told: string[] = []
    shop.deps.askPlace = async ({ code }) => told.push(code) > 0

    expect(await runPurchase(shop, start)).toMatchObject({ kind: 'bought' })
    expect(told).toEqual(['buyer_state_missing', 'buyer_details_missing', 'buyer_details_missing'])
  })

  it('that would cost more than was shown is not begun', async () => {
    const shop = openShop()

    const outcome = await runPurchase(shop, { ...start, item: { ...item, price: 1999 } })

    expect(outcome).toEqual({ kind: 'price_changed', price: 4999 })
    expect(shop.asked).toHaveLength(1)
  })

  it.each([no(0, 'offline'), silence])(
    'stays bought when the profile cannot be read afterwards (%s)',
    async (answer) => {
      const shop = openShop({ 'GET /auth/profile': [answer] })

      expect(await runPurchase(shop, start)).toMatchObject({ kind: 'bought' })
    },
  )
})

describe('in whatever order answers and silences come', () => {
  const success = { status: 'success', course_id: 'reels-7x' }
  const verdicts = [
    { answer: success, kind: 'bought' },
    { answer: { status: 'pending', course_id: 'reels-7x' }, kind: 'verification_failed' },
    { answer: { status: 'refunded', course_id: 'reels-7x' }, kind: 'verification_failed' },
    { answer: no(400, 'signature_wrong'), kind: 'verification_failed' },
    { answer: no(401, 'not_signed_in'), kind: 'signed_out' },
  ]
  const nothings = [no(0, 'offline'), no(429, 'x'), no(408, 'x'), no(502, 'x'), null]
  const anything = fc.record({
    afterInMs: fc.constantFrom(0, 500, 7_999, 8_001, 9_500, 20_000, 40_000),
    said: fc.constantFrom(
      ...verdicts,
      ...nothings.map((answer) => ({ answer, kind: null })),
      ...nothings.map((answer) => ({ answer, kind: null })),
    ),
  })

  it('the first word on the payment decides; without one it ends in time, and nothing is kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 16 }), async (script) => {
        const shop = openShop({
          'POST /payment/verify': [
            ...script.map(({ afterInMs, said }) => ({ afterInMs, answer: said.answer })),
            ...Array.from({ length: 20 }, () => silence),
          ],
        })

        const { kind } = await runPurchase(shop, start)

        const words = shop.verifications.flatMap((askedAtInMs, at) => {
          const word = script[at]
          if (!word || word.said.kind === null) return []
          return { kind: word.said.kind, atInMs: askedAtInMs + word.afterInMs }
        })
        const [first] = words.toSorted((one, other) => one.atInMs - other.atInMs)
        const isInTime = first !== undefined && first.atInMs < 30_000
        expect(kind).toBe(isInTime ? first.kind : 'verification_failed')
        expect(shop.endedAfterInMs).toBe(isInTime ? first.atInMs : 30_000)
        expect(shop.deps.storage.length).toBe(0)
        expect(shop.pendingTold).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })
})

type Shop = ReturnType<typeof openShop>

/** Lets all the time pass that a purchase takes. */
async function runPurchase(
  shop: Shop,
  what: Parameters<typeof startPurchase>[1],
): Promise<PurchaseOutcome> {
  const running = startPurchase(shop.deps, what).finally(() => {
    shop.endedAfterInMs = shop.timeInMs()
  })
  await vi.runAllTimersAsync()
  return running
}

/** A shop that answers well, but for the answers given first. */
function openShop(first: Record<string, unknown[]> = {}) {
  const usual: Record<string, unknown> = {
    'POST /payment/create-order': order,
    'POST /payment/verify': { status: 'success', course_id: 'reels-7x' },
    'GET /auth/profile': { user: owner },
  }
  const openedAtInMs = Date.now()
  const shop = {
    asked: [] as string[],
    /** When each was asked for. */
    verifications: [] as number[],
    stored: [] as SessionUser[],
    pendingTold: 0,
    endedAfterInMs: -1,
    timeInMs: () => Date.now() - openedAtInMs,
  }
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))
  const ask = (async (route: string) => {
    shop.asked.push(route)
    if (route === 'POST /payment/verify') shop.verifications.push(shop.timeInMs())
    const given = first[route] ?? []
    const { afterInMs, answer } = delayed(given.length > 0 ? given.shift() : usual[route])
    if (afterInMs > 0) await wait(afterInMs)
    if (answer instanceof Error) throw answer
    return answer
  }) as SendRequest
  const deps: PurchaseDependencies = {
    ask,
    storage: makeStorage(),
    loadScript: async () => {},
    openCheckout: async () => reply,
    askPlace: async () => true,
    storeUser: (stored) => shop.stored.push(stored),
    onPending: () => {
      shop.pendingTold += 1
    },
    wait,
    now: () => new Date('2026-11-21T10:00:00Z'),
  }
  return Object.assign(shop, { deps })
}

function delayed(given: unknown): { afterInMs: number; answer: unknown } {
  const isDelayed = typeof given === 'object' && given !== null && 'afterInMs' in given
  return isDelayed ? (given as ReturnType<typeof delayed>) : { afterInMs: 0, answer: given }
}
