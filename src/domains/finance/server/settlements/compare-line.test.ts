import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareLine, type Known } from './compare-line.ts'

type Line = Parameters<typeof compareLine>[0]

const nothing: Known = { payment: null, refund: null, dispute: null }

function lineOf(overrides: Partial<Line> = {}): Line {
  const amountInPaise = overrides.amountInPaise ?? 499_900
  const feeInPaise = overrides.feeInPaise ?? Math.round(amountInPaise * 0.0236)
  return {
    settlementId: 'setl_1',
    entityId: 'pay_1',
    type: 'payment',
    creditInPaise: amountInPaise - feeInPaise,
    debitInPaise: 0,
    amountInPaise,
    feeInPaise,
    taxInPaise: Math.round((feeInPaise * 18) / 118),
    currency: 'INR',
    razorpayPaymentId: 'pay_1',
    razorpayOrderId: 'order_1',
    disputeId: null,
    description: null,
    createdAt: new Date(),
    ...overrides,
  }
}

function refundOf(overrides: Partial<Line> = {}): Line {
  const none = { creditInPaise: 0, feeInPaise: 0, taxInPaise: 0 }
  return lineOf({
    type: 'refund',
    entityId: 'rfnd_1',
    debitInPaise: 499_900,
    ...none,
    ...overrides,
  })
}

const booked = (amountInPaise = 499_900) => ({ orderId: 'our-order', amountInPaise })
const kindsOf = (line: Line, known: Partial<Known>) =>
  compareLine(line, { ...nothing, ...known }).map(({ kind }) => kind)

describe('a settled line beside our books', () => {
  test('of any amount with a usual fee of the order fits, and with one paisa more it does not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000_000 }),
        fc.double({ min: 0, max: 0.0354, noNaN: true }),
        (amountInPaise, rate) => {
          const line = lineOf({ amountInPaise, feeInPaise: Math.round(amountInPaise * rate) })

          expect(kindsOf(line, { payment: booked(amountInPaise) })).toEqual([])
          expect(kindsOf(line, { payment: booked(amountInPaise + 1) })).toEqual(['amount_differs'])
          expect(
            kindsOf(
              { ...line, creditInPaise: line.creditInPaise + 1 },
              { payment: booked(amountInPaise) },
            ),
          ).toEqual(['fee_unexpected'])
        },
      ),
    )
  })

  test.each([
    ['a payment of no order of ours', lineOf(), {}, ['unknown_order']],
    [
      'a fee of five percent',
      lineOf({ feeInPaise: 25_000 }),
      { payment: booked() },
      ['fee_unexpected'],
    ],
    ['no tax on the fee', lineOf({ taxInPaise: 0 }), { payment: booked() }, []],
    [
      'half the tax on the fee',
      lineOf({ taxInPaise: 900 }),
      { payment: booked() },
      ['fee_unexpected'],
    ],
    ['our refund', refundOf(), { refund: booked() }, []],
    ['a refund of less', refundOf(), { refund: booked(499_800) }, ['amount_differs']],
    ['a refund that we know nothing of', refundOf(), { payment: booked() }, ['unknown_order']],
    [
      'a refund with a fee',
      refundOf({ feeInPaise: 700 }),
      { refund: booked() },
      ['fee_unexpected'],
    ],
    [
      'an adjustment of a dispute',
      lineOf({ type: 'adjustment' }),
      { dispute: { orderId: 'o' } },
      [],
    ],
    ['an adjustment without a word', lineOf({ type: 'adjustment' }), {}, ['unknown_order']],
    ['what Razorpay has not told us about', lineOf({ type: 'reserve' }), {}, ['unknown_order']],
  ] satisfies [string, Line, Partial<Known>, string[]][])('%s', (_, line, known, kinds) => {
    expect(kindsOf(line, known)).toEqual(kinds)
  })

  test('says what it expected and what it found', () => {
    expect(compareLine(lineOf(), { ...nothing, payment: booked(500_000) })).toEqual([
      {
        kind: 'amount_differs',
        orderId: 'our-order',
        message: 'The order cost another amount.',
        expectedInPaise: 500_000,
        foundInPaise: 499_900,
      },
    ])
  })
})
