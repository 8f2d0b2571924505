import { describe, expect, it } from 'vitest'
import { ApiError, type Ask } from '../../http/api-client.ts'
import type { SessionUser } from '../../ui/session.ts'
import { type PurchaseDependencies, runPurchase } from './run-purchase.ts'

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
const no = (status: number, code: string) => new ApiError(status, { code })

describe('a purchase', () => {
  it('that is paid and verified ends with the course in the profile', async () => {
    const shop = openShop()

    const outcome = await runPurchase(shop.deps, start)

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

    await runPurchase(shop.deps, start)

    expect(during).toBe('tok')
    expect(shop.deps.storage.length).toBe(0)
  })

  it('that is closed unpaid asks for no verification', async () => {
    const shop = openShop()
    shop.deps.openCheckout = async () => null

    expect(await runPurchase(shop.deps, start)).toEqual({ kind: 'dismissed' })
    expect(shop.asked).toEqual(['POST /payment/create-order'])
    expect(shop.deps.storage.length).toBe(0)
  })

  it('whose script does not load says so', async () => {
    const shop = openShop()
    shop.deps.loadScript = async () => {
      throw new Error('Failed to load Razorpay SDK')
    }

    expect(await runPurchase(shop.deps, start)).toEqual({
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

    expect(await runPurchase(shop.deps, start)).toMatchObject({ kind })
  })

  it('with a wrong signature is not verified again', async () => {
    const shop = openShop({ 'POST /payment/verify': [no(400, 'signature_wrong')] })

    expect(await runPurchase(shop.deps, start)).toEqual({ kind: 'verification_failed' })
    expect(shop.asked).toHaveLength(2)
  })

  it('whose verification was not answered is verified again until it is', async () => {
    const shop = openShop({
      'POST /payment/verify': [no(0, 'offline'), { status: 'pending', course_id: 'reels-7x' }],
    })

    expect(await runPurchase(shop.deps, start)).toMatchObject({ kind: 'bought' })
    expect(shop.pendingTold).toBe(1)
    expect(shop.waited).toEqual([2000, 2000])
  })

  it('that the bank leaves open stays pending, and the page stops asking after two minutes', async () => {
    const pending = { status: 'pending', course_id: 'reels-7x' }
    const shop = openShop({ 'POST /payment/verify': Array.from({ length: 50 }, () => pending) })

    expect(await runPurchase(shop.deps, start)).toEqual({ kind: 'pending' })
    expect(shop.waited.reduce((sum, each) => sum + each, 0)).toBe(120_000)
  })

  it('paid a second time is shown as refunded', async () => {
    const shop = openShop({
      'POST /payment/verify': [{ status: 'refunded', course_id: 'reels-7x' }],
    })

    expect(await runPurchase(shop.deps, start)).toEqual({ kind: 'refunded' })
  })

  it('over nothing opens what was bought without a checkout, also where its script is kept out', async () => {
    const free = { ...order, amount: 0, order_id: '', granted: true }
    const shop = openShop({ 'POST /payment/create-order': [free] })
    shop.deps.loadScript = () => Promise.reject(new Error('blocked'))
    shop.deps.openCheckout = () => Promise.reject(new Error('opened'))

    expect(await runPurchase(shop.deps, start)).toEqual({ kind: 'granted' })
    expect(shop.stored).toEqual([owner])
  })

  it.each(['coupon_unknown', 'coupon_expired', 'coupon_used_up', 'coupon_not_for_this'])(
    'with a coupon that does not count (%s) says why, and charges nothing',
    async (code) => {
      const refusal = new ApiError(409, { code, detail: 'This coupon is over.' })
      const shop = openShop({ 'POST /payment/create-order': [refusal] })

      const outcome = await runPurchase(shop.deps, start)

      expect(outcome).toEqual({ kind: 'coupon_refused', detail: 'This coupon is over.' })
      expect(shop.asked).toEqual(['POST /payment/create-order'])
    },
  )

  it('asks once where the buyer is if the invoice has to say it', async () => {
    const shop = openShop({ 'POST /payment/create-order': [no(400, 'buyer_state_missing')] })

    expect(await runPurchase(shop.deps, start)).toMatchObject({ kind: 'bought' })
    expect(shop.asked.slice(0, 2)).toEqual([
      'POST /payment/create-order',
      'POST /payment/create-order',
    ])
  })

  it('ends where the buyer does not say where they are', async () => {
    const shop = openShop({ 'POST /payment/create-order': [no(400, 'buyer_state_missing')] })
    shop.deps.askPlace = async () => false

    expect(await runPurchase(shop.deps, start)).toEqual({ kind: 'dismissed' })
    expect(shop.asked).toHaveLength(1)
  })

  it('that would cost more than was shown is not begun', async () => {
    const shop = openShop()

    const outcome = await runPurchase(shop.deps, { ...start, item: { ...item, price: 1999 } })

    expect(outcome).toEqual({ kind: 'price_changed', price: 4999 })
    expect(shop.asked).toHaveLength(1)
  })

  it('stays bought when the profile cannot be read afterwards', async () => {
    const shop = openShop({ 'GET /auth/profile': [no(0, 'offline')] })

    expect(await runPurchase(shop.deps, start)).toMatchObject({ kind: 'bought' })
  })
})

/** A shop that answers well, but for the answers given first. */
function openShop(first: Record<string, unknown[]> = {}) {
  const usual: Record<string, unknown> = {
    'POST /payment/create-order': order,
    'POST /payment/verify': { status: 'success', course_id: 'reels-7x' },
    'GET /auth/profile': { user: owner },
  }
  const shop = {
    asked: [] as string[],
    stored: [] as SessionUser[],
    waited: [] as number[],
    pendingTold: 0,
  }
  const ask = (async (route: string) => {
    shop.asked.push(route)
    const answer = first[route]?.shift() ?? usual[route]
    if (answer instanceof Error) throw answer
    return answer
  }) as Ask
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
    wait: async (milliseconds) => {
      shop.waited.push(milliseconds)
    },
    now: () => new Date('2026-11-21T10:00:00Z'),
  }
  return Object.assign(shop, { deps })
}

function makeStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => {
      kept.delete(key)
    },
    setItem: (key, value) => {
      kept.set(key, value)
    },
  }
}
