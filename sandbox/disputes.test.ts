import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiHeaders, openTestStandIn, restart, type TestStandIn } from './test-stand-in.ts'

const disputeSchema = z.looseObject({ id: z.string(), phase: z.string() })

async function ask({ standIn }: Pick<TestStandIn, 'standIn'>, path: string): Promise<unknown> {
  const response = await fetch(`${standIn.url}/v1/${path}`, { headers: apiHeaders })
  return response.json()
}

describe('a dispute', () => {
  test('stands in the store, is fetched and listed, and outlives a restart', async () => {
    const opened = await openTestStandIn()
    const { paymentId } = await opened.makePaidOrder()
    const dispute = disputeSchema.parse(
      await opened.post(`/sandbox/payments/${paymentId}/dispute`, { amount: 1000 }),
    )

    const again = await restart(opened)

    const expected = { id: dispute.id, payment_id: paymentId, amount: 1000, status: 'open' }
    expect(await ask(again, `disputes/${dispute.id}`)).toMatchObject(expected)
    expect(await ask(again, 'disputes')).toMatchObject({ count: 1, items: [expected] })
    expect(await again.get('/sandbox/disputes')).toMatchObject([expected])
    expect(await ask(again, 'disputes/disp_AAAAAAAAAAAAAA')).toMatchObject({
      error: { description: 'The id provided does not exist' },
    })
  })

  test.each([
    ['under_review', 'under_review', 0],
    ['action_required', 'open', 0],
    ['won', 'won', 0],
    ['lost', 'lost', 499_900],
    ['closed', 'closed', 0],
  ])('that is %s has the status %s and takes %s paise', async (phase, status, amountDeducted) => {
    const { makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    await post(`/sandbox/payments/${paymentId}/dispute`)

    const dispute = await post(`/sandbox/payments/${paymentId}/dispute`, { phase })

    expect(dispute).toMatchObject({ status, amount_deducted: amountDeducted })
  })

  test('that was won may be followed by another, which goes further', async () => {
    const { makePaidOrder, post, get } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    const path = `/sandbox/payments/${paymentId}/dispute`
    const first = disputeSchema.parse(await post(path))
    expect(await post(path)).toHaveProperty('error')
    await post(path, { phase: 'won' })
    expect(await post(path, { phase: 'lost' })).toHaveProperty('error')

    const second = disputeSchema.parse(await post(path))

    expect(second.id).not.toBe(first.id)
    expect([first.phase, second.phase]).toEqual(['chargeback', 'pre_arbitration'])
    expect(await get(`/sandbox/disputes?payment_id=${paymentId}`)).toMatchObject([
      { id: second.id },
      { id: first.id, status: 'won' },
    ])
  })

  test('cannot be about more than was paid', async () => {
    const { makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()

    expect(
      await post(`/sandbox/payments/${paymentId}/dispute`, { amount: 499_901 }),
    ).toHaveProperty('error')
  })
})
