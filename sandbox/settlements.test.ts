import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiHeaders, makeOrder, openTestStandIn, restart } from './test-stand-in.ts'

const dayInSeconds = 24 * 60 * 60
const anything = z.record(z.string(), z.unknown())
const samples = z
  .object({ body: z.object({ items: z.array(anything) }) })
  .parse(
    JSON.parse(
      readFileSync(
        new URL('../tests/fixtures/razorpay/api.settlement_recon.success.json', import.meta.url),
        'utf8',
      ),
    ),
  ).body.items
const linesSchema = z.array(z.looseObject({ type: z.string(), settlement_id: z.string() }))

function dayInIndia(aheadInSeconds = 0): string {
  const now = Date.now() + aheadInSeconds * 1000
  return new Date(now + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

describe('a settlement', () => {
  test('has a line for each payment less its fee, each refund and each lost dispute, once', async () => {
    const opened = await openTestStandIn()
    const { makePaidOrder, post, client } = opened
    const kept = await makePaidOrder()
    const refunded = await makePaidOrder()
    const lost = await makePaidOrder()
    await makePaidOrder({ outcome: 'authorized' })
    await client.refundPayment(refunded.paymentId, { idempotencyKey: 'refund-key-1' })
    const dispute = z
      .object({ id: z.string() })
      .parse(await post(`/sandbox/payments/${lost.paymentId}/dispute`))
    await post(`/sandbox/payments/${lost.paymentId}/dispute`, { phase: 'lost' })

    await post('/sandbox/settle')
    expect(await post('/sandbox/settle')).toEqual([])

    const again = await restart(opened)
    expect(await again.post('/sandbox/settle')).toEqual([])
    const lines = await again.client.listSettlementLines({ day: dayInIndia(), skip: 0 })
    expect(lines).toHaveLength(5)
    expect(new Set(lines.map(({ settlementId }) => settlementId)).size).toBe(1)
    const fee = Math.round(499_900 * 0.0236)
    expect(lines).toMatchObject([
      {
        type: 'payment',
        entityId: kept.paymentId,
        razorpayOrderId: kept.orderId,
        amountInPaise: 499_900,
        creditInPaise: 499_900 - fee,
        feeInPaise: fee,
        taxInPaise: Math.round((fee * 18) / 118),
      },
      { type: 'payment', entityId: refunded.paymentId },
      { type: 'payment', entityId: lost.paymentId },
      { type: 'refund', razorpayPaymentId: refunded.paymentId, debitInPaise: 499_900 },
      { type: 'adjustment', disputeId: dispute.id, debitInPaise: 499_900, creditInPaise: 0 },
    ])
  })

  test('comes by itself on the second day, not before', async () => {
    const { makePaidOrder, post, client } = await openTestStandIn()
    await makePaidOrder()
    const listAll = async () => {
      const days = [0, 1, 2, 3].map((ahead) => dayInIndia(ahead * dayInSeconds))
      const found = await Promise.all(
        days.map((day) => client.listSettlementLines({ day, skip: 0 })),
      )
      return found.flat()
    }

    await post('/sandbox/clock', { advance_in_seconds: dayInSeconds })
    expect(await listAll()).toEqual([])
    await post('/sandbox/clock', { advance_in_seconds: dayInSeconds })
    await post('/sandbox/clock', { advance_in_seconds: dayInSeconds })

    expect(await listAll()).toMatchObject([{ type: 'payment', amountInPaise: 499_900 }])
  })

  test('is read by the page, and a month that is none is refused as Razorpay does', async () => {
    const { makePaidOrder, post, client, standIn } = await openTestStandIn()
    await makePaidOrder()
    await post('/sandbox/settle', { lines: [{ entity_id: 'pay_of_somebody_else', amount: 100 }] })

    const second = await client.listSettlementLines({ day: dayInIndia(), skip: 1 })
    const refusal = await fetch(`${standIn.url}/v1/settlements/recon/combined?year=2026&month=13`, {
      headers: apiHeaders,
    })

    expect(second).toMatchObject([{ entityId: 'pay_of_somebody_else', amountInPaise: 100 }])
    expect(await refusal.json()).toMatchObject({
      error: { description: 'The month is not a valid month.', field: 'month' },
    })
  })

  test.each([
    ['missing_line', []],
    ['wrong_amount', [{ amount: 499_800 }]],
  ])('with the fault %s', async (settlements, lines) => {
    const { makePaidOrder, post } = await openTestStandIn()
    await makePaidOrder()
    await post('/sandbox/faults', { settlements, times: 1 })

    expect(await post('/sandbox/settle')).toMatchObject(lines)
  })

  test('has the fields of Razorpay’s own', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    await makePaidOrder()
    await makeOrder(client)
    const [line] = linesSchema.parse(await post('/sandbox/settle'))

    expect(Object.keys(line!).toSorted()).toEqual(
      [...new Set(samples.flatMap((sample) => Object.keys(sample)))].toSorted(),
    )
  })
})
