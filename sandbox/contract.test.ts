import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { methods } from './entities.ts'
import { apiHeaders, openTestStandIn, patience, type TestStandIn } from './test-stand-in.ts'

const folder = new URL('../tests/fixtures/razorpay/', import.meta.url)
const kinds = ['order', 'payment', 'refund', 'dispute', 'event'] as const
const anything = z.record(z.string(), z.unknown())

type Kind = (typeof kinds)[number]
type Entity = z.output<typeof anything>
type Entities = Record<Kind, Entity[]>

/** Every entity anywhere in an answer or a webhook, by its kind. */
function collect(value: unknown, into: Entities): Entities {
  if (Array.isArray(value)) for (const item of value) collect(item, into)
  const entity = anything.safeParse(value).data
  if (!entity || Array.isArray(value)) return into
  const kind = kinds.find((kind) => kind === entity['entity'])
  if (kind) into[kind].push(entity)
  for (const part of Object.values(entity)) collect(part, into)
  return into
}

const none = (): Entities => ({ order: [], payment: [], refund: [], dispute: [], event: [] })

function readSamples(): Entities {
  const samples = none()
  for (const name of readdirSync(folder)) {
    if (!/^(api|webhook)\./.test(name)) continue
    const text = readFileSync(new URL(name, folder), 'utf8')
    collect(z.object({ body: z.unknown() }).parse(JSON.parse(text)).body, samples)
  }
  return samples
}

function keysOf(entities: Entity[]): Set<string> {
  return new Set(entities.flatMap((entity) => Object.keys(entity)))
}

function keysOfAll(entities: Entity[]): string[] {
  return [...keysOf(entities)].filter((key) => entities.every((entity) => key in entity))
}

/** What a value is on the wire; null says nothing, for anything may be unknown. */
function typesOf(entities: Entity[], key: string): Set<string> {
  const types = entities.map((entity) => {
    const value = entity[key]
    return Array.isArray(value) ? 'array' : typeof (value ?? undefined)
  })
  return new Set(types.filter((type) => type !== 'undefined'))
}

async function playEverything({ makePaidOrder, post, get, ...opened }: TestStandIn) {
  const emitted = none()
  const paid: string[] = []
  for (const method of methods) paid.push((await makePaidOrder({ method })).paymentId)
  await makePaidOrder({ method: 'card', outcome: 'failed' })
  await makePaidOrder({ outcome: 'created' })
  const { paymentId: uncaptured } = await makePaidOrder({ outcome: 'authorized' })
  await post(`/sandbox/payments/${uncaptured}/expire`)
  await post(`/sandbox/payments/${paid[0]}/refund`, { amount: 100 })
  await post(`/sandbox/payments/${paid[1]}/refund`, { outcome: 'failed' })
  for (const phase of ['created', 'under_review', 'action_required', 'lost'])
    await post(`/sandbox/payments/${paid[2]}/dispute`, { phase })
  const paths = ['orders', 'payments', 'refunds', 'disputes'].map((kind) => `${kind}?count=100`)
  const orders = await opened.client.listOrders({ receipt: 'receipt-1' })
  for (const path of [...paths, `orders/${orders[0]!.id}`]) {
    const response = await fetch(`${opened.standIn.url}/v1/${path}`, { headers: apiHeaders })
    collect(await response.json(), emitted)
  }
  await expect
    .poll(async () => JSON.stringify(await get('/sandbox/webhooks')), patience)
    .not.toContain('"waiting"')
  for (const { rawBody } of opened.received) collect(JSON.parse(rawBody.toString()), emitted)
  return emitted
}

describe('on the wire', () => {
  const samples = readSamples()
  let played: Promise<Entities> | undefined
  /** Played by the test that comes first; what it emitted is there for all. */
  const emit = (): Promise<Entities> => (played ??= openTestStandIn().then(playEverything))

  test.each(kinds)(
    '%s: every one has the fields that all of Razorpay’s samples have',
    async (kind) => {
      const emitted = await emit()
      for (const entity of emitted[kind])
        expect(Object.keys(entity)).toEqual(expect.arrayContaining(keysOfAll(samples[kind])))
    },
  )

  test.each(kinds)('%s: no field that Razorpay’s never have', async (kind) => {
    const emitted = await emit()
    const known = keysOf(samples[kind])

    expect([...keysOf(emitted[kind])].filter((key) => !known.has(key))).toEqual([])
  })

  test.each(kinds)('%s: no field of Razorpay’s samples is missing everywhere', async (kind) => {
    const emitted = await emit()
    const shown = keysOf(emitted[kind])

    expect([...keysOf(samples[kind])].filter((key) => !shown.has(key))).toEqual([])
  })

  test.each(kinds)('%s: the fields hold the same kind of thing as Razorpay’s', async (kind) => {
    const emitted = await emit()
    for (const key of keysOf(emitted[kind])) {
      const known = typesOf(samples[kind], key)
      if (known.size === 0) continue
      expect({
        key,
        types: [...typesOf(emitted[kind], key)].filter((type) => !known.has(type)),
      }).toEqual({ key, types: [] })
    }
  })

  test.each([
    ['payment', 'card'],
    ['payment', 'upi'],
    ['payment', 'acquirer_data'],
    ['refund', 'acquirer_data'],
    ['dispute', 'evidence'],
  ] as const)('%s, %s: no field that Razorpay’s never have', async (kind, field) => {
    const emitted = await emit()
    const parts = (entities: Entity[]): Entity[] =>
      entities.flatMap((entity) => {
        const part = anything.safeParse(entity[field])
        return part.success ? [part.data] : []
      })

    const unknown = [...keysOf(parts(emitted[kind]))].filter(
      (key) => !keysOf(parts(samples[kind])).has(key),
    )

    expect(unknown).toEqual([])
  })

  test('a payment by any method brings an empty list for no notes', async () => {
    const emitted = await emit()
    expect(new Set(emitted.payment.map(({ notes }) => JSON.stringify(notes)))).toEqual(
      new Set(['[]']),
    )
    expect(new Set(emitted.payment.map(({ method }) => method))).toEqual(new Set(methods))
  })

  test('the status of a dispute is one of Razorpay’s', async () => {
    const emitted = await emit()
    const known = new Set(samples.dispute.map(({ status }) => status))

    expect(emitted.dispute.filter(({ status }) => !known.has(status))).toEqual([])
  })
})
