import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, beginUpload, idOf, sendBytes } from '../../tests/support/upload.ts'
import { readLedger } from '../payments/ledger.ts'
import { type Learner, makeAdministrator, makeCourses, makeLearners } from '../payments/people.ts'
import type { Provider } from '../payments/provider.ts'
import { settleBooks } from '../support/settle-books.ts'
import { streamRequests } from '../support/stream-of-requests.ts'
import { statusOf, waitFor } from './servers.ts'
import type { Cluster } from './start-cluster.ts'
import { makeWatchedFilm, watchFilm } from './watch-film.ts'

/** By Debian's package `faketime`; clocks that only measure are left alone. */
export const clockAnHourAhead = {
  LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  FAKETIME: '+1h',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
}

interface Scene {
  cluster: Cluster
  provider: Provider
  folder: string
  faults: string[]
  minutes: number
}

/** People read and buy, one fault after the other happens; tells what failed. Resolves to an exit code. */
export async function sufferFaults(scene: Scene): Promise<number> {
  const { cluster, provider, faults } = scene
  const database = openDatabase({
    url: cluster.databaseUrl,
    poolSize: 1,
    onIdleError: () => undefined,
  })
  const courseIds = await makeCourses(database.db, 10)
  const staff = await makeAdministrator(database.db)
  const half = Buffer.alloc(300_000, '%PDF-1.7\n')
  const addressOf = (at: number): { baseUrl: string } => ({
    baseUrl: `http://127.0.0.1:${cluster.ports.academies[at]}`,
  })
  const untilAllServe = () =>
    waitFor('Every academy', async () => {
      const all = cluster.ports.academies.map((_, at) =>
        statusOf(`${addressOf(at).baseUrl}/readyz`),
      )
      return (await Promise.all(all)).every((status) => status === 200)
    })
  const upload = async (at: number, fail: () => Promise<void>, heal: () => Promise<void>) => {
    const course = { courseId: courseIds[0] ?? '', sizeInBytes: 2 * half.length }
    const begun = await beginUpload(addressOf(at), staff, course)
    if (begun.status !== 201) throw new Error(await begun.text())
    const id = idOf(begun)
    await sendBytes(addressOf(at), staff, { id, bytes: half })
    await fail()
    const refused = await sendBytes(addressOf(at), staff, { id, from: half.length, bytes: half })
    const words = `${refused.status} ${(await refused.text()).slice(0, 160)}`
    await heal()
    const url = `${addressOf(at).baseUrl}/api/admin/uploads/${id}`
    const { headers } = await fetch(url, { method: 'HEAD', headers: bearer(staff) })
    const from = Number(headers.get('upload-offset'))
    const bytes = half.subarray(0, 2 * half.length - from)
    const sent = await sendBytes(addressOf(at), staff, { id, from, bytes })
    return { uploadWasAnswered: words, wentOnFrom: from, thenAnswered: sent.status }
  }

  const acts: Record<string, (learners: Learner[]) => Promise<object>> = {
    async drain() {
      await cluster.academies[0]?.stop()
      await delay(3_000)
      cluster.academies[0]?.start()
      await untilAllServe()
      return {}
    },
    async kill() {
      await cluster.academies[1]?.kill()
      await delay(3_000)
      cluster.academies[1]?.start()
      await untilAllServe()
      return {}
    },
    async pool() {
      await cluster.pool.stop()
      cluster.pool.start()
      await untilAllServe()
      return {}
    },
    async store(learners) {
      const away = async (): Promise<void> => {
        await cluster.store.goAway()
        await delay(scene.minutes * 60_000)
      }
      const [courseId, learner] = [courseIds.at(-1), learners.at(-1)] // what is sold first, and to whom
      if (!courseId || !learner) throw new Error('nobody was made')
      const film = await makeWatchedFilm(scene, database.db, { courseId, learner })
      const seconds = 20 + scene.minutes * 60 + 90
      const [told, seen] = await Promise.all([
        delay(20_000).then(() => upload(0, away, () => cluster.store.comeBack())),
        watchFilm(film, database.db, seconds),
      ])
      return { ...told, ...seen }
    },
    /** No space is left where uploads gather on one machine. */
    async upload() {
      const place = join(scene.folder, 'academy-2/uploads')
      mkdirSync(place, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3g', 'tmpfs', place])
      const resize = async (size: string): Promise<void> => {
        execFileSync('mount', ['-o', `remount,size=${size}`, place])
      }
      try {
        return await upload(
          1,
          () => resize('400k'),
          () => resize('3g'),
        )
      } finally {
        execFileSync('umount', ['--lazy', place])
      }
    },
    /** One machine's clock has been an hour ahead since the start. */
    async clock() {
      await delay(5_000)
      const { headers } = await fetch(`${addressOf(2).baseUrl}/healthz`)
      const aheadInMinutes = (Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000
      return { aheadInMinutes: Math.round(aheadInMinutes) }
    },
  }

  const inFlight = 5 // as many as the stream has under way
  const mayFail: Record<string, number> = { kill: inFlight, pool: Number.POSITIVE_INFINITY }
  let [sold, exitCode] = [0, 0]
  for (const fault of faults) {
    const learners = await makeLearners(database.db, 300)
    const stream = streamRequests({
      url: cluster.url,
      learners,
      courseIds,
      provider,
      isPatient: true,
    })
    await stream.sell(3)
    const since = Date.now()
    const told = await acts[fault]?.(learners)
    if (told === undefined) throw new Error(`Faults: ${Object.keys(acts).join(', ')}`)
    await stream.sell(3)
    const seconds = Math.round((Date.now() - since) / 1000)
    const { requests, failures, ...of } = await stream.end()
    const differences = await settleBooks(database.db, provider)
    const failed = failures.length
    console.log({ fault, requests, failed, sold: of.sold, seconds, differences, ...told })
    if (failures.length > 0) console.log(failures.slice(0, 3))
    if ('isWhole' in told && !told.isWhole) exitCode = 1
    if (failed > (mayFail[fault] ?? 0) || differences.length > 0) exitCode = 1
    sold += of.sold
  }
  const opened = (await readLedger(database.db)).entitlements.length
  console.log({ sold, opened })
  await database.close()
  return opened < sold ? 1 : exitCode
}
