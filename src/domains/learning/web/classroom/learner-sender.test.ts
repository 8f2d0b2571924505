import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeStorage } from '../../../../../tests/support/make-storage.ts'
import { senderOf } from './learner-sender.ts'

const video = { courseId: 'c1', videoId: 'v1' }
const report = { position: 100, duration: 600, played: [[0, 100] as [number, number]] }
const sent: unknown[] = []
let isOnline: boolean

beforeEach(() => {
  sent.length = 0
  isOnline = false
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { lang: 'en-IN' } })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (!isOnline) throw new TypeError('offline')
    sent.push(JSON.parse(body))
    return Response.json({ credited: report.played, video: {} })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a report that has waited for the network says for how long, and what an earlier page kept does not', async () => {
  const sender = signIn('asha')
  sender.report(video, report)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sent).toEqual([])

  isOnline = true
  sender.sendAll()
  await vi.waitFor(() => expect(sent).toEqual([{ ...report, told_seconds_ago: 3600 }]))

  const other = signIn('ravi')
  localStorage.setItem('unsent-progress:ravi', JSON.stringify({ 'c1/v1': report }))
  other.sendAll()
  await vi.waitFor(() => expect(sent.at(-1)).toEqual(report))
})

it('one of a clock that was put back says now', async () => {
  const sender = signIn('meera')
  sender.report(video, report)
  await vi.advanceTimersByTimeAsync(0)
  vi.setSystemTime(Date.now() - 3_600_000)

  isOnline = true
  sender.sendAll()

  await vi.waitFor(() => expect(sent).toEqual([{ ...report, told_seconds_ago: 0 }]))
})

it('what is played of a kept lesson in its classroom is its place without a network, too', async () => {
  const sender = signIn('lata')
  localStorage.setItem('kept-lessons:lata', JSON.stringify([{ id: 'c1/v1', title: 'One' }]))

  sender.report(video, { ...report, film: 2 })
  sender.report({ courseId: 'c1', videoId: 'v2' }, report)

  expect(localStorage.getItem('player_at_c1/v1')).toBe('100')
  expect(localStorage.getItem('player_at_c1/v2')).toBeNull()
  expect(sender.hasUnsent(video)).toBe(true)
  expect(sender.hasUnsent({ courseId: 'c1', videoId: 'v' })).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
})

function signIn(id: string) {
  localStorage.setItem('token', `token of ${id}`)
  localStorage.setItem(
    'user',
    JSON.stringify({ id, name: id, email: '', is_admin: false, purchased_courses: [] }),
  )
  return senderOf(id)
}
