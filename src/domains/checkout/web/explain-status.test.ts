import { describe, expect, it } from 'vitest'
import { explainStatus } from './explain-status.ts'

const returned = 0
const refund = { amount: 4999, status: 'pending' as const }

describe('the payment history answers "did it go through?"', () => {
  it('says nothing more about a completed payment', () => {
    expect(explainStatus({ status: 'completed', refund: null, returned })).toBeNull()
  })

  it('tells what went back of a payment whose course stays open', () => {
    const explained = explainStatus({ status: 'completed', refund: null, returned: 300 })
    expect(explained).toBe('₹300 of it went back.')
  })

  it('promises a buyer whose bank is slow that the course opens by itself', () => {
    expect(explainStatus({ status: 'pending', refund: null, returned })).toContain(
      'opens by itself',
    )
  })

  it('tells where the money of a refunded payment is', () => {
    const onItsWay = explainStatus({ status: 'refunded', refund, returned })
    const arrived = explainStatus({
      status: 'refunded',
      refund: { ...refund, status: 'processed' },
      returned,
    })
    const stuck = explainStatus({
      status: 'refunded',
      refund: { ...refund, status: 'failed' },
      returned,
    })
    const justAsked = explainStatus({ status: 'refunded', refund: null, returned })

    expect(onItsWay).toBe('₹4,999 is on its way back: usually 5 to 7 working days.')
    expect(arrived).toBe('₹4,999 was refunded.')
    expect(stuck).toContain('Please write to us')
    expect(justAsked).toContain('Your money is on its way back')
  })
})
