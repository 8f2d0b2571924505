import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  razorpayOrderSchema,
  razorpayPaymentSchema,
  razorpayRefundSchema,
  razorpaySettlementLineSchema,
} from './entities.ts'
import { parseWebhookEvent } from './webhook-event.ts'

const entitySchema = z.looseObject({
  id: z.string(),
  amount: z.int().optional(),
  status: z.string().optional(),
})
const sampleSchema = z.union([
  z.object({ error: z.unknown() }).transform(() => []),
  z.object({ items: z.array(entitySchema) }).transform(({ items }) => items),
  entitySchema.transform((entity) => [entity]),
])
const envelopeSchema = z.looseObject({
  event: z.string(),
  created_at: z.number().optional(),
  contains: z.array(z.string()),
})
const folder = new URL('../../../tests/fixtures/razorpay/', import.meta.url)
const names = readdirSync(folder)
const schemas: [prefix: RegExp, schema: z.ZodType<{ id: string; amountInPaise: number }>][] = [
  [/^api\.order(?!_payments)/, razorpayOrderSchema],
  [/^api\.(payment|order_payments)/, razorpayPaymentSchema],
  [/^api\.refund/, razorpayRefundSchema],
]
const samples = names.flatMap((name) => {
  const schema = schemas.find(([prefix]) => prefix.test(name))?.[1]
  if (!schema) return []
  return sampleSchema.parse(readBody(name)).map((entity) => ({ name, entity, schema }))
})

function readBody(name: string): unknown {
  const text = readFileSync(new URL(name, folder), 'utf8')
  return z.object({ body: z.unknown() }).parse(JSON.parse(text)).body
}

test('there are samples of every kind', () => {
  expect(samples.length).toBeGreaterThan(18)
})

test.each(samples)('$name parses', ({ entity, schema }) => {
  const parsed = schema.parse(entity)

  expect(parsed).toMatchObject({ id: entity.id, amountInPaise: entity.amount })
  expect(parsed).toHaveProperty('status', entity.status ?? 'processed')
})

test('the lines of Razorpay’s own settlement report parse', () => {
  const body = readBody('api.settlement_recon.success.json')

  const lines = z.object({ items: z.array(razorpaySettlementLineSchema) }).parse(body).items

  expect(lines.map(({ type, feeInPaise }) => [type, feeInPaise])).toEqual([
    ['payment', 2900],
    ['refund', 0],
    ['transfer', 296],
    ['adjustment', 0],
  ])
  for (const line of lines) {
    const { creditInPaise, debitInPaise, amountInPaise, feeInPaise } = line
    expect(creditInPaise - debitInPaise).toBe(
      creditInPaise > 0 ? amountInPaise - feeInPaise : -amountInPaise - feeInPaise,
    )
  }
})

describe('webhooks', () => {
  test.each(names.filter((name) => name.startsWith('webhook.')))('%s parses', (name) => {
    const body = envelopeSchema.parse(readBody(name))

    const event = parseWebhookEvent(Buffer.from(JSON.stringify(body)))

    expect(event?.event).toBe(body.event)
    expect(event?.createdAt?.getTime()).toBe(body.created_at && body.created_at * 1000)
    const known = body.contains.filter((entity) => entity !== 'settlement').sort()
    const { event: _event, createdAt: _createdAt, ...entities } = event ?? {}
    expect(Object.keys(entities).sort()).toEqual(known)
  })

  test.each(['', 'not json', '[]', 'null', '{"event":"order.paid"}'])('%j is no event', (body) => {
    expect(parseWebhookEvent(Buffer.from(body))).toBeNull()
  })
})

test('a status, a method and fields Razorpay has not told us about do not break a list', () => {
  const payment = samples.find(({ name }) => name === 'api.payment_fetch.upi.json')!.entity

  const parsed = razorpayPaymentSchema.parse({
    ...payment,
    status: 'on_hold',
    method: 'sound_box',
    moon_phase: 'waxing',
  })

  expect(parsed).toMatchObject({ status: 'on_hold', method: 'sound_box' })
  expect(parsed).not.toHaveProperty('moon_phase')
})

test('empty notes come as a list and filled ones as an object; both read as an object', () => {
  const order = samples.find(({ name }) => name.startsWith('api.order_create'))!.entity

  expect(razorpayOrderSchema.parse({ ...order, notes: [] }).notes).toEqual({})
  expect(razorpayOrderSchema.parse({ ...order, notes: { a: 'b' } }).notes).toEqual({ a: 'b' })
})
