import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findFreePair } from '../tests/support/find-free-pair.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { median, readCpuInMicroseconds, spreadOf } from './support/compare.ts'
import { courseOf, fillCatalogue, fillLearners } from './support/fill-database.ts'
import { makeFilms, openFilm } from './support/make-films.ts'
import { drawTable, publish } from './support/report.ts'
import { runLoad, writeRequest } from './support/run-load.ts'
import { hasNginx, startNginx } from './support/start-nginx.ts'
import { type RunningProgram, startProduct } from './support/start-program.ts'
import type { WatchedLink, WatchPlan, WatchResult } from './support/watch-plan.ts'

const { values: options } = parseArgs({
  options: {
    viewers: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    /** Prints only, and leaves docs/benchmarks.md as it is. */
    dry: { type: 'boolean', default: false },
  },
})
const viewers = Number(options.viewers)
const rounds = Number(options.rounds)
const measuredInMs = Number(options.seconds) * 1_000
const bytesPerSecond = 2_500_000 / 8
/** What a browser asks for at a time while it plays: some seven seconds. */
const rangeInBytes = 2 * 1024 * 1024
const sizeInBytes = 256 * 1024 * 1024
const films = 4
const downloads = 8
const [loadBefore = 0] = loadavg()
const bars = { pagesP99InMs: 50, memoryInMegabytes: 300, ratio: 0.6 }

const dataDir = await mkdtemp(join(tmpdir(), 'academy-bench-films-'))
const database = await openBenchDatabase({ durable: false })
await fillCatalogue(database.pool)
await fillLearners(database.pool, { from: 1, to: viewers })
const kept = await makeFilms(database.pool, { dataDir, films, sizeInBytes })
const isNginxThere = hasNginx()
const product = await startProduct(database.url, { DATA_DIR: dataDir })
const behind = isNginxThere ? await startBehindNginx() : null
const media = join(dataDir, 'media')
const bare = isNginxThere ? await startNginx({ port: await findFreePair(), media }) : null
say('the films are in')

const watched = { alone: await watchRounds(product, product.port), behind: await watchBehind() }
const fetched = await downloadRounds()
await report()
for (const program of [bare, behind?.nginx, behind?.product, product]) await program?.stop()
await database.close()
await rm(dataDir, { recursive: true, force: true })

interface Watched {
  pagesP50InMs: number
  pagesP99InMs: number
  pages: number
  broken: number
  memoryInMegabytes: number
  megabitsPerSecond: number
  processorShare: number
  failures: number
  stalled: number
}

async function startBehindNginx() {
  const env = { DATA_DIR: dataDir, MEDIA_ACCEL: '/internal-media/' }
  const product = await startProduct(database.url, env)
  const port = await findFreePair()
  const nginx = await startNginx({ port, media: join(dataDir, 'media'), behind: product.port })
  return { product, nginx }
}

async function watchBehind(): Promise<Watched[]> {
  return behind ? watchRounds(behind.product, behind.nginx.port) : []
}

async function watchRounds(product: RunningProgram, port: number): Promise<Watched[]> {
  const made: Watched[] = []
  for (let round = 0; round < rounds; round += 1) {
    const watched = await watchOnce(product, port)
    made.push(watched)
    say(JSON.stringify(watched))
  }
  return made
}

/** Viewers watch; once all have begun, visitors ask for pages. */
async function watchOnce(product: RunningProgram, port: number): Promise<Watched> {
  const links = await openFilms(product.url, viewers)
  const warmUpInMs = 3_000
  const durationInMs = warmUpInMs + measuredInMs + 500
  const watching = watchFilms({ port, links, bytesPerSecond, rangeInBytes, durationInMs })
  await delay(warmUpInMs)
  const memory = watchMemory(product.pid)
  const cpuBefore = readCpuInMicroseconds(product.pid) ?? 0
  const pages = await runLoad({
    port,
    connections: 4,
    pauseInMs: 5,
    durationInMs: measuredInMs,
    requests: ['/', '/courses', '/course/course-1'].map((page) => writeRequest(`GET ${page}`)),
  })
  const cpu = (readCpuInMicroseconds(product.pid) ?? 0) - cpuBefore
  const memoryInMegabytes = memory.stop()
  const { bytes, elapsedInMs, failures, stalled } = await watching
  return {
    pagesP50InMs: pages.latency.p50InMs,
    pagesP99InMs: pages.latency.p99InMs,
    pages: pages.answered,
    broken: pages.broken + Object.keys(pages.refused).length,
    memoryInMegabytes,
    megabitsPerSecond: (bytes * 8) / 1e3 / elapsedInMs,
    processorShare: cpu / 1e3 / measuredInMs,
    failures,
    stalled,
  }
}

/** Whole films as fast as they come, from each server in turn. */
async function downloadRounds(): Promise<Record<'ours' | 'nginx' | 'behind', number[]>> {
  const made = { ours: [] as number[], nginx: [] as number[], behind: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    made.ours.push(await download(product.port, await openFilms(product.url, downloads)))
    if (bare) {
      const links = kept.map(({ key }) => ({ path: `/${key}`, cookie: '-', sizeInBytes }))
      const some = Array.from({ length: downloads }, (_, place) => links[place % films])
      made.nginx.push(
        await download(
          bare.port,
          some.filter((link) => link !== undefined),
        ),
      )
    }
    if (behind) {
      const links = await openFilms(behind.product.url, downloads)
      made.behind.push(await download(behind.nginx.port, links))
    }
    say(JSON.stringify(made))
  }
  return made
}

/** Megabytes a second. */
async function download(port: number, links: WatchedLink[]): Promise<number> {
  const plan = { port, links, bytesPerSecond: null, rangeInBytes: null, durationInMs: 3_000 }
  const { bytes, elapsedInMs, failures } = await watchFilms(plan)
  if (failures > 0) throw new Error(`${failures} downloads failed`)
  return bytes / 1e3 / elapsedInMs
}

async function openFilms(url: string, count: number): Promise<WatchedLink[]> {
  return Promise.all(
    Array.from({ length: count }, (_, place) =>
      openFilm(url, { learner: place + 1, courseId: courseOf(place + 1), sizeInBytes }),
    ),
  )
}

async function watchFilms(plan: WatchPlan): Promise<WatchResult> {
  const child = fork(fileURLToPath(new URL('./support/watch-films.ts', import.meta.url)))
  child.send(plan)
  const [result] = (await once(child, 'message')) as [WatchResult] // sent by watch-films.ts
  await once(child, 'exit')
  return result
}

/** The most that a process had at any moment. */
function watchMemory(pid: number): { stop(): number } {
  let most = 0
  const look = (): void => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }
  const timer = setInterval(look, 100)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return most
    },
  }
}

async function report(): Promise<void> {
  const rows = [
    [
      `${viewers} viewers at 2.5 Mbit/s`,
      'pages p50, ms',
      `pages p99, ms (bar: ${bars.pagesP99InMs})`,
      `memory at most, MB (bar: ${bars.memoryInMegabytes})`,
      'Mbit/s sent',
      'of one core',
      'viewers who waited 1 s',
      'failures',
    ],
    describeWatched('from the academy’s one process', watched.alone),
    ...(behind ? [describeWatched('with MEDIA_ACCEL behind nginx', watched.behind)] : []),
  ]
  const ours = median(fetched.ours)
  const nginx = median(fetched.nginx)
  const ratioOf = (values: number[]): string => {
    if (!bare) return '–'
    const ratios = values.map((value, round) => value / (fetched.nginx[round] ?? 0))
    const { median, lowest, highest } = spreadOf(ratios)
    return `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`
  }
  const speeds = [
    ['whole films', 'MB/s', `of nginx (bar: ${bars.ratio})`],
    ['the academy’s one process', ours.toFixed(0), ratioOf(fetched.ours)],
    ...(bare ? [['one worker of nginx', nginx.toFixed(0), '1.00']] : []),
    ...(behind
      ? [
          [
            'with MEDIA_ACCEL behind nginx',
            median(fetched.behind).toFixed(0),
            ratioOf(fetched.behind),
          ],
        ]
      : []),
  ]
  const text = `Medians of ${rounds} rounds of ${options.seconds} s. Each viewer reads a film of ${sizeInBytes / 2 ** 20} MB through the gate, by a
signed link and its cookie, in ranges of ${rangeInBytes / 2 ** 20} MB at the pace of the film; meanwhile four connections ask for
/, /courses and a course, 5 ms apart. Viewers, pages and database share the machine's cores. Load of the
machine before it began: ${loadBefore.toFixed(1)}; above its number of cores, others were at work too, and the
ratios of the rounds (lowest and highest in brackets) tell little.

${drawTable(rows)}

${downloads} connections fetch whole films at once, from each server in turn, 3 s each; the ratio is taken round by round.${bare ? '' : '\nnginx is not installed here, so that nothing stands beside our own figure.'}

${drawTable(speeds)}`
  if (options.dry) process.stdout.write(`\n${text}\n`)
  else {
    const title = 'Carrying films'
    await publish(database.pool, { command: 'bench:carrying', title, text })
  }
}

function describeWatched(what: string, rounds: Watched[]): string[] {
  const of = (name: keyof Watched) => median(rounds.map((round) => round[name]))
  return [
    what,
    of('pagesP50InMs').toFixed(1),
    of('pagesP99InMs').toFixed(1),
    of('memoryInMegabytes').toFixed(0),
    of('megabitsPerSecond').toFixed(0),
    of('processorShare').toFixed(2),
    of('stalled').toFixed(0),
    (of('failures') + of('broken')).toFixed(0),
  ]
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
