import { afterEach, expect, test, vi } from 'vitest'
import { savePlan } from './save-plan.ts'

afterEach(() => vi.unstubAllGlobals())

const week = { weekdays: [2], hour: 7, minutes: 20, reminded_by: 'push' as const }
const refusal = /^Your browser does not allow messages from us/

test('who has messages in another browser changes their week in one that refuses them, and is told so', async () => {
  const sent = refuseMessages()

  expect(await savePlan(week, 'push')).toEqual({
    plan: week,
    refusal: expect.stringMatching(refusal),
  })

  expect(sent).toEqual([week])
})

test('who chooses messages in a browser that refuses them is told so, and nothing is saved', async () => {
  const sent = refuseMessages()

  await expect(savePlan(week, 'mail')).rejects.toThrow(refusal)

  expect(sent).toEqual([])
})

/** A browser that shows no messages; what it sends to be saved. */
function refuseMessages(): unknown[] {
  const sent: unknown[] = []
  const Notification = { requestPermission: async () => 'denied' }
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', { PushManager: {}, Notification })
  vi.stubGlobal('navigator', { serviceWorker: {} })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
    if (body === undefined) return Response.json({ public_key: 'key' })
    sent.push(JSON.parse(body))
    return Response.json({ plan: week })
  })
  return sent
}
