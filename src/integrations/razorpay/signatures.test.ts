import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  isCheckoutSignatureValid,
  isWebhookSignatureValid,
  signCheckout,
  signWebhook,
} from './signatures.ts'

const fixture = new URL('../../../tests/fixtures/razorpay/signature_vectors.json', import.meta.url)
const vectors = z
  .array(
    z.object({
      kind: z.string(),
      secret: z.string(),
      message: z.string(),
      signature: z.string(),
      source: z.string(),
      verified_here: z.boolean(),
    }),
  )
  .parse(JSON.parse(readFileSync(fixture, 'utf8')))
const checkoutVectors = vectors.filter(({ kind }) => kind === 'checkout')
const malformed = [
  '',
  'zz',
  'g'.repeat(64),
  'ab'.repeat(31),
  'ab'.repeat(33),
  null,
  undefined,
  7,
  {},
]

describe('signatures of Razorpay’s own test suites', () => {
  test.each(vectors)('$kind of $source', ({ secret, message, signature, verified_here }) => {
    const rawBody = Buffer.from(message)

    expect(isWebhookSignatureValid({ rawBody, signature, secrets: [secret] })).toBe(verified_here)
    expect(signWebhook({ rawBody, secret }) === signature).toBe(verified_here)
  })

  test.each(checkoutVectors)('checkout ids of $source', (vector) => {
    const [razorpayOrderId = '', razorpayPaymentId = ''] = vector.message.split('|')
    const ids = { razorpayOrderId, razorpayPaymentId, keySecret: vector.secret }

    expect(isCheckoutSignatureValid({ ...ids, signature: vector.signature })).toBe(
      vector.verified_here,
    )
    expect(signCheckout(ids) === vector.signature).toBe(vector.verified_here)
  })
})

describe('a signature that is not right', () => {
  const ids = { razorpayOrderId: 'order_1', razorpayPaymentId: 'pay_1', keySecret: 'secret' }
  const rawBody = Buffer.from('{"a":1}')

  test('of another order, payment or secret is refused', () => {
    const signature = signCheckout(ids)

    expect(isCheckoutSignatureValid({ ...ids, signature })).toBe(true)
    expect(isCheckoutSignatureValid({ ...ids, signature, razorpayOrderId: 'order_2' })).toBe(false)
    expect(isCheckoutSignatureValid({ ...ids, signature, razorpayPaymentId: 'pay_2' })).toBe(false)
    expect(isCheckoutSignatureValid({ ...ids, signature, keySecret: 'other' })).toBe(false)
  })

  test.each(malformed.map((signature) => ({ signature })))('$signature is just false', (given) => {
    expect(isCheckoutSignatureValid({ ...ids, ...given })).toBe(false)
    expect(isWebhookSignatureValid({ rawBody, ...given, secrets: ['secret'] })).toBe(false)
  })

  test('over a body with one byte more is refused', () => {
    const signature = signWebhook({ rawBody, secret: 'secret' })

    const longer = Buffer.concat([rawBody, Buffer.from(' ')])

    expect(isWebhookSignatureValid({ rawBody: longer, signature, secrets: ['secret'] })).toBe(false)
  })

  test('an empty secret never validates anything', () => {
    const signature = signWebhook({ rawBody, secret: '' })

    expect(isWebhookSignatureValid({ rawBody, signature, secrets: [''] })).toBe(false)
    expect(isWebhookSignatureValid({ rawBody, signature, secrets: [] })).toBe(false)
  })
})

test('after a rotation, an event signed with the old secret is still good', () => {
  const rawBody = Buffer.from('{}')

  const signature = signWebhook({ rawBody, secret: 'old' })

  expect(isWebhookSignatureValid({ rawBody, signature, secrets: ['new', 'old'] })).toBe(true)
})
