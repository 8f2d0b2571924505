import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openJournal } from './journal.ts'
import { openStore } from './store.ts'
import {
  makeOrder,
  openTestStandIn,
  patience,
  restart,
  type TestStandIn,
  waitForEvents,
} from './test-stand-in.ts'

const hourInSeconds = 60 * 60
const failing = () => Array.from({ length: 1000 }, () => 500)

/** A webhook the academy answered with an error, tried at least so often. */
async function untilTried({ get }: TestStandIn, times = 1): Promise<void> {
  const schema = z.array(z.object({ attempts: z.array(z.unknown()) }))
  await expect
    .poll(async () => {
      const [newest] = schema.parse(await get('/sandbox/webhooks'))
      return newest?.attempts.length ?? 0
    }, patience)
    .toBeGreaterThanOrEqual(times)
}

function untilState({ get }: TestStandIn, state: string): Promise<void> {
  return expect.poll(() => get('/sandbox/webhooks/state'), patience).toMatchObject({ state })
}

describe('a webhook that fails', () => {
  test('for 24 hours is disabled: nothing is sent, not even what waited', async () => {
    const opened = await openTestStandIn({ firstRetryInMs: 60_000 })
    opened.answers.push(...failing())
    await opened.makePaidOrder({ outcome: 'failed' })
    await untilTried(opened)

    await opened.post('/sandbox/clock', { advance_in_seconds: 24 * hourInSeconds })
    await untilState(opened, 'disabled')
    const receivedBefore = opened.received.length
    await opened.makePaidOrder({ outcome: 'failed' })
    await opened.post('/sandbox/clock', { advance_in_seconds: hourInSeconds })

    expect(opened.received).toHaveLength(receivedBefore)
    expect(await opened.get('/sandbox/webhooks')).toMatchObject([
      { state: 'not_sent', webhook: 'disabled', attempts: [] },
      { state: 'given_up' },
    ])
  })

  test('stays disabled over a restart until somebody enables it, and then tells what is new', async () => {
    const opened = await openTestStandIn()
    await opened.post('/sandbox/webhooks/disable')
    await opened.makePaidOrder({ outcome: 'failed' })
    const again = await restart(opened)
    expect(await again.get('/sandbox/webhooks/state')).toMatchObject({ state: 'disabled' })
    const [missed] = z
      .array(z.object({ id: z.string() }))
      .parse(await again.get('/sandbox/webhooks'))
    expect(await again.post(`/sandbox/webhooks/${missed!.id}/redeliver`)).toHaveProperty('error')

    await again.post('/sandbox/webhooks/enable')
    await again.makePaidOrder({ outcome: 'failed' })
    await waitForEvents(again, ['payment.failed'])
    await again.post(`/sandbox/webhooks/${missed!.id}/redeliver`)

    await waitForEvents(again, ['payment.failed', 'payment.failed'])
    expect(again.received[1]!.id).toBe(missed!.id)
  })

  test('for 23 hours and is then taken starts to count anew', async () => {
    const opened = await openTestStandIn({ firstRetryInMs: 60_000 })
    opened.answers.push(500)
    await opened.makePaidOrder({ outcome: 'failed' })
    await untilTried(opened)
    expect(await opened.get('/sandbox/webhooks/state')).toMatchObject({
      state: 'enabled',
      failing_since: expect.any(String),
    })

    await opened.post('/sandbox/clock', { advance_in_seconds: 23 * hourInSeconds })

    await expect
      .poll(() => opened.get('/sandbox/webhooks/state'), patience)
      .toMatchObject({ state: 'enabled', failing_since: null })
    opened.answers.push(...failing())
    await opened.makePaidOrder({ outcome: 'failed' })
    await untilTried(opened)
    await opened.post('/sandbox/clock', { advance_in_seconds: 2 * hourInSeconds })
    await untilTried(opened, 2)
    expect(await opened.get('/sandbox/webhooks/state')).toMatchObject({ state: 'enabled' })
  })

  test('is tried with growing pauses, at least once an hour', async () => {
    const opened = await openTestStandIn({ firstRetryInMs: 60_000 })
    opened.answers.push(...failing())
    await opened.makePaidOrder({ outcome: 'failed' })
    await untilTried(opened)

    for (const [minutes, attempts] of [
      [1, 2],
      [1, 2],
      [1, 3],
      [4, 4],
      [8, 5],
      [16, 6],
      [32, 7],
      [60, 8],
      [60, 9],
    ] as const) {
      await opened.post('/sandbox/clock', { advance_in_seconds: minutes * 60 })
      await untilTried(opened, attempts)
    }

    expect(opened.received).toHaveLength(9)
  })

  test('counts only the time in which somebody tried', async () => {
    const opened = await openTestStandIn()
    opened.answers.push(...failing())
    await opened.makePaidOrder({ outcome: 'failed' })
    await untilTried(opened)
    await opened.standIn.close()
    const store = openStore(openJournal(opened.dataDir))
    const clock_ahead_in_ms = 48 * hourInSeconds * 1000
    store.commit({ account: { ...store.account, clock_ahead_in_ms } })

    const triedBefore = opened.received.length
    const again = await restart(opened)
    await expect.poll(() => again.received.length, patience).toBeGreaterThan(triedBefore)

    expect(await again.get('/sandbox/webhooks/state')).toMatchObject({ state: 'enabled' })
  })

  test('is no matter for a forger, whose failures disable nothing', async () => {
    const opened = await openTestStandIn()
    await opened.post('/sandbox/webhooks/disable')
    const order = await makeOrder(opened.client)

    await opened.post(`/sandbox/orders/${order.id}/forge-webhook`)

    await waitForEvents(opened, ['payment.authorized', 'payment.captured', 'order.paid'])
    expect(await opened.get('/sandbox/webhooks/state')).toMatchObject({ state: 'disabled' })
  })
})
