import { expect, test } from 'vitest'
import { rememberSnapshots } from './remember-standings.ts'
import type { ProgressSnapshot } from './standing.ts'

const viewing = { sessionHash: Buffer.from('asha'), courseId: 'film', videoId: 'intro' }
const standing: ProgressSnapshot = {
  is_owned: true,
  is_on_sale: true,
  now: '2026-11-21T10:00:00.000Z',
  revision: '7',
  is_completed: false,
  fractions: [{ id: 'intro', fraction: 0.5 }],
  kept: null,
  film: { url: 'https://youtu.be/aqz-KE-bpKQ', stated: '15 min' },
  witnessed: [],
}

test("a standing is found again, with the time that passed on the database's clock", () => {
  let clock = 500
  const remembered = rememberSnapshots(() => clock)
  remembered.remember(viewing, 'asha', standing)
  clock += 12_345

  expect(remembered.find(viewing)).toEqual({
    learnerId: 'asha',
    standing: { ...standing, now: '2026-11-21T10:00:12.345Z' },
  })
})

test('it belongs to one session, course and video', () => {
  const remembered = rememberSnapshots(() => 0)
  remembered.remember(viewing, 'asha', standing)

  for (const other of [
    { sessionHash: Buffer.from('ravi') },
    { courseId: 'music' },
    { videoId: 'end' },
  ]) {
    expect(remembered.find({ ...viewing, ...other })).toBeUndefined()
  }
})

test('it is forgotten on demand, and after ten minutes', () => {
  let clock = 0
  const remembered = rememberSnapshots(() => clock)
  remembered.remember(viewing, 'asha', standing)
  remembered.forget(viewing)
  const forgotten = remembered.find(viewing)
  remembered.remember(viewing, 'asha', standing)
  clock = 600_001

  expect([forgotten, remembered.find(viewing)]).toEqual([undefined, undefined])
})

test('five thousand are kept, the newest', () => {
  const remembered = rememberSnapshots(() => 0)
  for (let count = 0; count <= 5_000; count += 1) {
    remembered.remember({ ...viewing, videoId: String(count) }, 'asha', standing)
  }

  expect(remembered.find({ ...viewing, videoId: '0' })).toBeUndefined()
  expect(remembered.find({ ...viewing, videoId: '1' })).toBeDefined()
})

test('of long ones so many are kept as fit into the memory set aside', () => {
  const remembered = rememberSnapshots(() => 0)
  const played = Array.from({ length: 500 }, (_, at): [number, number] => [at * 2, at * 2 + 1])
  const fractions = Array.from({ length: 500 }, (_, at) => ({ id: `video-${at}`, fraction: 0.5 }))
  const kept = {
    duration_in_seconds: 1000,
    played,
    fraction: 0.5,
    completed_at: null,
    reported_at: standing.now,
    allowance_in_seconds: 0,
    opened_at: standing.now,
    witnessed_in_seconds: null,
  }
  const videoIds = Array.from({ length: 4_000 }, (_, at) => String(at))
  for (const videoId of videoIds) {
    remembered.remember({ ...viewing, videoId }, 'asha', { ...standing, fractions, kept })
  }

  const found = videoIds.filter((videoId) => remembered.find({ ...viewing, videoId }))

  expect(found.length).toBeLessThan(1_000)
  expect(found.length).toBeGreaterThan(100)
  expect(found.at(-1)).toBe('3999')
})

test('what is forgotten or replaced makes room', () => {
  const remembered = rememberSnapshots(() => 0)
  const long = Array.from({ length: 500 }, (_, at) => ({ id: `video-${at}`, fraction: 0.5 }))
  remembered.remember(viewing, 'asha', standing)
  for (let count = 0; count < 5_000; count += 1) {
    const other = { ...viewing, videoId: 'other' }
    remembered.remember(other, 'asha', { ...standing, fractions: long })
    if (count % 2 === 0) remembered.forget(other)
  }

  expect(remembered.find(viewing)).toBeDefined()
})
