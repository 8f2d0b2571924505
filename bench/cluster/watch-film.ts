import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { modules, videos } from '../../src/domains/catalogue/server/tables.ts'
import { films } from '../../src/domains/films/server/tables.ts'
import { videoProgress } from '../../src/domains/learning/server/tables.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import { makeFilm } from '../../tests/support/factories.ts'
import { bearer } from '../../tests/support/upload.ts'
import type { Learner } from '../payments/people.ts'
import { drawFilm } from '../support/open-watched-academy.ts'
import { type Notice, watchLesson } from '../support/watch-lesson.ts'
import { waitFor } from './servers.ts'
import type { Cluster } from './start-cluster.ts'

const lengthInSeconds = 240
const fast = { name: '8 Mbit/s, 30 ms', bitsPerSecond: 8_000_000, latencyInMs: 30 }

interface WatchedFilm {
  url: string
  courseId: string
  learnerId: string
  token: string
}

/** A film of two sizes that lies in the store, as a lesson of a course that this learner buys. */
export async function makeWatchedFilm(
  { cluster, folder }: { cluster: Cluster; folder: string },
  db: Database,
  { courseId, learner }: { courseId: string; learner: Learner },
): Promise<WatchedFilm> {
  const path = join(folder, 'film.mp4')
  if (!existsSync(path)) await drawFilm('ffmpeg', path, lengthInSeconds)
  const content = await readFile(path)
  const bitsPerSecond = Math.round((content.length * 8) / lengthInSeconds)
  const files = (['original', 'data_saver'] as const).map((name) => {
    const key = `watched/${name}.mp4`
    cluster.store.objects.set(`/films/${key}`, { content, type: 'video/mp4', parts: 0 })
    return { name, key, bitsPerSecond, sizeInBytes: content.length }
  })
  const filmId = await makeFilm(db, { id: courseId }, files)
  await db.update(films).set({ durationInSeconds: lengthInSeconds }).where(eq(films.id, filmId))
  const moduleId = newId()
  await db.insert(modules).values({ id: moduleId, courseId, position: 0, title: 'Module 1' })
  const lesson = { id: 'watched', title: 'Video 1', url: `film:${filmId}`, duration: '4 min' }
  await db.insert(videos).values({ ...lesson, courseId, moduleId, position: 0 })
  await waitFor('The course of the viewer', async () => {
    const answer = await fetch(`${cluster.url}/api/my-courses`, { headers: bearer(learner) })
    return (await answer.text()).includes(`"${courseId}"`)
  })
  return { url: cluster.url, courseId, learnerId: learner.id, token: learner.token }
}

/** On a phone, so long by the clock; resolves to what the viewer saw, and what of it the academy counted. */
export async function watchFilm(
  film: WatchedFilm,
  db: Database,
  seconds: number,
): Promise<{
  notices: Notice[]
  sizes: object[]
  playedTo: number
  counted: [number, number][]
  isWhole: boolean
}> {
  const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    // Pages let films come by https alone from elsewhere, which the stand-in does not speak.
    const watched = await watchLesson(
      browser,
      { ...film, bypassCSP: true },
      { network: fast, seconds },
    )
    const { notices, sizes, playedInSeconds: playedTo } = watched
    const [row] = await db
      .select({ played: videoProgress.played })
      .from(videoProgress)
      .where(eq(videoProgress.learnerId, film.learnerId))
    const counted = row?.played ?? []
    const stoodAt = notices[0]?.positionInSeconds ?? 0
    const countedSeconds = counted.reduce((sum, [from, to]) => sum + to - from, 0)
    // It went on beyond the second at which it stood, and nothing played is lost but what is yet to be told.
    const isWhole = playedTo > stoodAt && playedTo - countedSeconds < 15
    return { notices, sizes, playedTo, counted, isWhole }
  } finally {
    await browser.close()
  }
}
