import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Arrival } from './support/arrival-plan.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { courseOf, emailOf, fillCatalogue, filling, fillLearners } from './support/fill-database.ts'
import { summariseLatencies } from './support/load-plan.ts'
import { mixedRequests } from './support/mixed-requests.ts'
import {
  askAtOnce,
  closeAll,
  keepAsking,
  openIdleConnections,
  openUnfinishedRequests,
  type ReceivedResponse,
} from './support/pressure-clients.ts'
import { drawTable, publish } from './support/report.ts'
import { runArrivals, runLoad, writeRequest } from './support/run-load.ts'
import { startProduct } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '5000' },
    signins: { type: 'string', default: '500' },
    /** An hour at a hundred requests a second. */
    requests: { type: 'string', default: '360000' },
    /** Only what holds this text is done, and nothing is published. */
    only: { type: 'string', default: '' },
    dry: { type: 'boolean', default: false },
  },
})
const learners = 1_000
const rows: string[][] = [
  ['what was done', 'what must hold', 'what happened', 'memory after it, MB', 'held'],
]

const database = await openBenchDatabase({ durable: true })
await fillCatalogue(database.pool)
await fillLearners(database.pool, { from: 1, to: learners })
const product = await startProduct(database.url, { TRUST_PROXY: '1' })
const page = () => fetch(`${product.url}/courses`)
await page()

// First the load: what five thousand connections took is not given back to the system.
const parts = {
  hourOfLoad,
  idleAndUnfinished,
  signInsAtOnce,
  stoppedDatabase,
  missedChanges,
  newWords,
}
for (const [name, part] of Object.entries(parts)) {
  if (name.includes(options.only)) await part()
}

const text = drawTable(rows)
if (options.dry || options.only !== '') process.stdout.write(`${text}\n`)
else await publish(database.pool, { command: 'bench:pressure', title: 'Under pressure', text })
await product.stop()
await database.close()

async function idleAndUnfinished(): Promise<void> {
  const count = Number(options.connections)
  const idle = await openIdleConnections(product.port, count - 500)
  const unfinished = await openUnfinishedRequests(product.port, 500)
  const readers = keepAsking(page)
  let hungUp = 0
  for (const socket of unfinished) socket.once('close', () => (hungUp += 1))
  const until = Date.now() + 90_000
  while (hungUp < unfinished.length && Date.now() < until) await delay(250)
  const answers = await readers.stop()
  closeAll([...idle, ...unfinished])
  record(
    `${count} open connections, 500 of them with a head or body that never ends`,
    'pages are answered, p99 below 50 ms; the unfinished are hung up on within 90 s',
    `${describeAnswers(answers)}; ${hungUp} of 500 hung up on`,
    isQuick(answers) && hungUp === 500,
  )
}

async function signInsAtOnce(): Promise<void> {
  // Readers have a process of their own: this one is busy with five hundred connections.
  const reading = runLoad({
    port: product.port,
    connections: 4,
    pauseInMs: 5,
    durationInMs: 3_000,
    requests: [writeRequest('GET /courses')],
  })
  await delay(200)
  const since = performance.now()
  const answers = await askAtOnce(
    Array.from({ length: Number(options.signins) }, (_, place) => signIn(place)),
  )
  const seconds = (performance.now() - since) / 1000
  const { answered, broken, refused, latency } = await reading
  record(
    `${options.signins} people sign in at once`,
    'everybody gets in, or 503 with Retry-After; pages p99 below 50 ms meanwhile',
    `${countByStatus(answers)} within ${seconds.toFixed(1)} s; pages: ${answered} answered, p50 ${latency.p50InMs.toFixed(1)} ms, p99 ${latency.p99InMs.toFixed(1)} ms`,
    latency.p99InMs < 50 &&
      broken === 0 &&
      Object.keys(refused).length === 0 &&
      answers.every(isInOrTold),
  )
  const crowd = await askAtOnce(Array.from({ length: 1_000 }, (_, place) => signIn(place)))
  record(
    'a thousand people sign in at once',
    'those who cannot wait are told when to come back',
    countByStatus(crowd),
    crowd.every(isInOrTold),
  )
}

async function newWords(): Promise<void> {
  const health = keepAsking(() => fetch(`${product.url}/healthz`))
  const searches = await askAtOnce(
    Array.from(
      { length: 200 },
      (_, place) => () => fetch(`${product.url}/courses?search=${place}`),
    ),
  )
  const healths = await health.stop()
  const slowestInMs = Math.max(...healths.map(({ inMs }) => inMs))
  record(
    'two hundred searches for new words from one address',
    'whether all is well is answered within 100 ms; half of them are told to wait',
    `${describeAnswers(searches)}; health: ${countByStatus(healths)}, slowest ${slowestInMs.toFixed(0)} ms`,
    slowestInMs < 100 && searches.every(({ status }) => status === 200 || status === 429),
  )
}

async function stoppedDatabase(): Promise<void> {
  const ready = keepAsking(() => fetch(`${product.url}/readyz`))
  const pages = keepAsking(page)
  const pids = readServerPids()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await delay(10_000)
  const unready = (await ready.stop()).filter(({ status }) => status === 503).length
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const until = Date.now() + 15_000
  let status = 0
  const since = performance.now()
  while (status !== 200 && Date.now() < until) {
    ;[{ status } = { status: 0 }] = await askAtOnce([() => fetch(`${product.url}/readyz`)])
  }
  const backInMs = performance.now() - since
  const reads = await pages.stop()
  record(
    'the database hangs for ten seconds',
    'readiness says so, pages go on, all is well within 5 s of its return',
    `${unready} times not ready; ready ${backInMs.toFixed(0)} ms after; pages: ${describeAnswers(reads)}`,
    unready > 0 && status === 200 && backInMs < 5_000 && reads.every((read) => read.status === 200),
  )
}

/** Readers who come at a fixed rate, while changes could be missed and nothing kept may be answered. */
async function missedChanges(): Promise<void> {
  await whileReadersCome('the connection that hears of changes is cut', 0, async () => {
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
                                where application_name = 'academy notices'`)
  })
  await whileReadersCome('the process stands still for 4.5 s', 0, async () => {
    process.kill(product.pid, 'SIGSTOP')
    await delay(4_500)
    process.kill(product.pid, 'SIGCONT')
  })
  await whileReadersCome('the database is restarted', 3_000, async () => {
    const [postmaster = 0] = readServerPids()
    process.kill(postmaster, 'SIGINT') // a fast shutdown; whoever started it starts it again
  })
}

/** Those who come while it is being caused may wait or be refused, and so long after. */
async function whileReadersCome(
  cause: string,
  mayFailForInMs: number,
  causeIt: () => Promise<void>,
): Promise<void> {
  const plan = { perSecond: 300, connections: 300, durationInMs: 15_000 }
  const paths = ['/', '/courses', `/course/${courseOf(1)}`]
  const startedAt = performance.now()
  const running = runArrivals({ port: product.port, paths, ...plan })
  await delay(3_000)
  await causeIt()
  const overAt = performance.now() - startedAt + mayFailForInMs
  const arrivals = await running
  const after = arrivals.filter(({ atInMs }) => atInMs > overAt)
  const isLate = ({ status, inMs }: Arrival) => status !== 200 || inMs > 1_000
  const lastLate = Math.max(overAt, ...arrivals.filter(isLate).map(({ atInMs }) => atInMs))
  const backInMs = lastLate - overAt
  record(
    `300 readers a second, and ${cause}`,
    `everybody who comes ${2 + mayFailForInMs / 1000} s later is answered within a second`,
    `${describeAnswers(after)}, slowest ${Math.max(...after.map(({ inMs }) => inMs)).toFixed(0)} ms; all well after ${backInMs.toFixed(0)} ms`,
    backInMs < 2_000,
  )
}

async function hourOfLoad(): Promise<void> {
  const wanted = Number(options.requests)
  const requests = mixedRequests(learners)
  let answered = 0
  let failed = 0
  let peakInMegabytes = 0
  while (answered < wanted) {
    const run = await runLoad({
      port: product.port,
      connections: 32,
      durationInMs: 5_000,
      requests,
    })
    answered += run.answered
    failed += run.broken + Object.values(run.refused).reduce((sum, count) => sum + count, 0)
    peakInMegabytes = Math.max(peakInMegabytes, readMemoryInMegabytes(product.pid))
  }
  record(
    `${answered.toLocaleString('en')} requests, as in an hour at a hundred a second: pages, lists, reports, certificates`,
    'no failure; below 200 MB of memory',
    `${failed} failures; at most ${peakInMegabytes.toFixed(0)} MB`,
    failed === 0 && peakInMegabytes < 200,
  )
}

function signIn(place: number): () => Promise<Response> {
  return () =>
    fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // Each from an address of its own: limits by address are not what is tried here.
        'x-forwarded-for': `10.0.${place % 250}.${Math.floor(place / 250) + 1}`,
      },
      body: JSON.stringify({ email: emailOf(1 + place), password: filling.password }),
    })
}

/** The embedded server's processes: the postmaster and all that it started. */
function readServerPids(): number[] {
  const folder = decodeURIComponent(new URL(database.url).searchParams.get('host') ?? '')
  const postmaster = Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).toString()
  return [postmaster, ...children.trim().split(/\s+/).map(Number)]
}

function readMemoryInMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

function record(done: string, expected: string, happened: string, isHeld: boolean): void {
  const megabytes = readMemoryInMegabytes(product.pid).toFixed(0)
  rows.push([done, expected, happened, megabytes, isHeld ? 'yes' : 'NO'])
  process.stderr.write(`${isHeld ? 'held' : 'NOT HELD'}: ${done}: ${happened}; ${megabytes} MB\n`)
}

function describeAnswers(answers: Pick<ReceivedResponse, 'status' | 'inMs'>[]): string {
  const { p50InMs, p99InMs } = summariseLatencies(
    Float64Array.from(answers.map(({ inMs }) => inMs)),
  )
  return `${countByStatus(answers)}, p50 ${p50InMs.toFixed(1)} ms, p99 ${p99InMs.toFixed(1)} ms`
}

function countByStatus(answers: Pick<ReceivedResponse, 'status'>[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status || 'broken'}`).join(', ')
}

function isQuick(answers: ReceivedResponse[]): boolean {
  const { p99InMs } = summariseLatencies(Float64Array.from(answers.map(({ inMs }) => inMs)))
  return p99InMs < 50 && answers.every(({ status }) => status === 200)
}

function isInOrTold({ status, retryAfter }: ReceivedResponse): boolean {
  return status === 200 || (status === 503 && Number(retryAfter) > 0)
}
