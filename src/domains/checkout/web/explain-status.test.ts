import { describe, expect, it } from 'vitest'
import type { Payment } from '../contract.ts'
import { explainStatus } from './explain-status.ts'

const explain = (payment: Pick<Payment, 'status' | 'refund'>) =>
  explainStatus({ refund_by_mail: false, returned: 0, ...payment })

const refund = { amount: 4999, status: 'pending' as const }

describe('the payment history answers "did it go through?"', () => {
  it('says nothing more about a completed payment', () => {
    expect(explain({ status: 'completed', refund: null })).toBeNull()
  })

  it('tells whose guarantee outlasts what Razorpay gives back to write', () => {
    const said = explainStatus({
      status: 'completed',
      refund: null,
      returned: 0,
      refund_by_mail: true,
    })
    expect(said).toContain('please write to us')
  })

  it('tells what went back of a payment whose course stays open', () => {
    const back = { status: 'completed' as const, refund: null, returned: 300 }
    expect(explainStatus({ ...back, refund_by_mail: false })).toBe('₹300 of it went back.')
  })

  it('promises a buyer whose bank is slow that the course opens by itself', () => {
    expect(explain({ status: 'pending', refund: null })).toContain('opens by itself')
  })

  it('tells where the money of a refunded payment is', () => {
    const onItsWay = explain({ status: 'refunded', refund })
    const arrived = explain({
      status: 'refunded',
      refund: { ...refund, status: 'processed' },
    })
    const stuck = explain({ status: 'refunded', refund: { ...refund, status: 'failed' } })
    const justAsked = explain({ status: 'refunded', refund: null })

    expect(onItsWay).toBe('₹4,999 is on its way back: usually 5 to 7 working days.')
    expect(arrived).toBe('₹4,999 was refunded.')
    expect(stuck).toContain('if it does not come, please write to us')
    expect(justAsked).toContain('Your money is on its way back')
  })
})
