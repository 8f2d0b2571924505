import { expect, test } from 'vitest'
import { rememberStandings } from './remember-standings.ts'
import type { Standing } from './standing.ts'

const viewing = { sessionHash: Buffer.from('asha'), courseId: 'film', videoId: 'intro' }
const standing: Standing = {
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
  const remembered = rememberStandings(() => clock)
  remembered.remember(viewing, 'asha', standing)
  clock += 12_345

  expect(remembered.find(viewing)).toEqual({
    learnerId: 'asha',
    standing: { ...standing, now: '2026-11-21T10:00:12.345Z' },
  })
})

test('it belongs to one session, course and video', () => {
  const remembered = rememberStandings(() => 0)
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
  const remembered = rememberStandings(() => clock)
  remembered.remember(viewing, 'asha', standing)
  remembered.forget(viewing)
  const forgotten = remembered.find(viewing)
  remembered.remember(viewing, 'asha', standing)
  clock = 600_001

  expect([forgotten, remembered.find(viewing)]).toEqual([undefined, undefined])
})

test('five thousand are kept, the newest', () => {
  const remembered = rememberStandings(() => 0)
  for (let count = 0; count <= 5_000; count += 1) {
    remembered.remember({ ...viewing, videoId: String(count) }, 'asha', standing)
  }

  expect(remembered.find({ ...viewing, videoId: '0' })).toBeUndefined()
  expect(remembered.find({ ...viewing, videoId: '1' })).toBeDefined()
})
