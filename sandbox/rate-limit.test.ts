import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHeaders, makeOrder, openTestStandIn } from './test-stand-in.ts'

// Otherwise a slow machine would be let through as time goes by.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('the rate limit', () => {
  test('answers a burst with 429, with and without a time to come again', async () => {
    const { standIn } = await openTestStandIn({ requestsPerSecond: 20 })
    const call = () => fetch(`${standIn.url}/v1/orders`, { headers: apiHeaders })

    const answers = await Promise.all(Array.from({ length: 60 }, call))

    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20)
    expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(
      new Set(['1', null]),
    )
    expect(await refused[0]!.json()).toMatchObject({
      error: { code: 'BAD_REQUEST_ERROR', description: 'Too many requests' },
    })
  })

  test('lets calls through again a moment later', async () => {
    const { client, post } = await openTestStandIn({ requestsPerSecond: 1 })
    await makeOrder(client)
    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'busy' })

    await post('/sandbox/clock', { advance_in_seconds: 1 })

    expect(await makeOrder(client)).toMatchObject({ status: 'created' })
  })

  test('is not met by hundreds of calls at once when nobody narrowed it', async () => {
    const { client } = await openTestStandIn()

    const orders = await Promise.all(Array.from({ length: 300 }, () => makeOrder(client)))

    expect(orders).toHaveLength(300)
  })

  test('can be narrowed until the faults are cleared', async () => {
    const { client, post, standIn } = await openTestStandIn()
    await post('/sandbox/faults', { requests_per_second: 1, retry_after_in_seconds: 9 })
    await makeOrder(client)

    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'busy', retryAfterInSeconds: 9 })
    await fetch(`${standIn.url}/sandbox/faults`, { method: 'DELETE' })
    await post('/sandbox/clock', { advance_in_seconds: 1 })

    expect(await makeOrder(client)).toMatchObject({ status: 'created' })
    expect(await makeOrder(client)).toMatchObject({ status: 'created' })
  })
})
