import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openBenchDatabase } from './support/bench-database.ts'
import { median, readCpuInMicroseconds, spreadOf } from './support/compare.ts'
import { fillCatalogue, fillLearners, tokenOf } from './support/fill-database.ts'
import { drawTable, publish } from './support/report.ts'
import { runLoad, writeRequest } from './support/run-load.ts'
import { type RunningProgram, startProduct } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    dry: { type: 'boolean', default: false },
  },
})
const learners = 1_000
const database = await openBenchDatabase({ durable: true })
await fillCatalogue(database.pool)
await fillLearners(database.pool, { from: 1, to: learners })
const one = await startProduct(database.url, { WORKERS: '1' })
const many = await startProduct(database.url, { WORKERS: options.workers })

const rows = [
  [
    'call',
    'one process, req/s',
    `${options.workers} processes, req/s`,
    'ratio',
    'bar',
    'CPU µs of one',
    `CPU µs of ${options.workers}`,
  ],
]
const everyone = Array.from({ length: learners }, (_, index) => index + 1)
await measure('GET /courses, seen before (304)', '1.60', await askAgain())
await measure('GET /courses', '–', () => [writeRequest('GET /courses')])
await measure('GET /api/my-courses', '–', () =>
  everyone.map((n) => writeRequest('GET /api/my-courses', { token: tokenOf(n) })),
)
const lostInRestart = await restartUnderLoad()
const text = `${drawTable(rows)}

In turns, medians of ${options.rounds} rounds of ${options.seconds} s. The load comes from the same machine and takes the
rest of its cores, the more the longer the answers (a whole page is 27 kB), and so does the
database: with load and database elsewhere, throughput grows as the processor time of one request
stays the same. Many requests at once on each connection, and answers taken in large pieces, keep the
load cheap.
A rolling restart (SIGHUP) under load: ${lostInRestart}.`
if (options.dry) process.stdout.write(`${text}\n`)
else {
  await publish(database.pool, { command: 'bench:processes', title: 'Several processes', text })
}
await one.stop()
await many.stop()
await database.close()

/** The page's tag differs between the two, for their addresses do. */
async function askAgain(): Promise<(url: string) => string[]> {
  const tags = new Map<string, string>()
  for (const { url } of [one, many]) {
    tags.set(url, (await fetch(`${url}/courses`)).headers.get('etag') ?? '')
  }
  return (url) => [writeRequest('GET /courses', { etag: tags.get(url) ?? '' })]
}

async function measure(
  name: string,
  bar: string,
  requestsFor: (url: string) => string[],
): Promise<void> {
  const runs: { one: Run; many: Run }[] = []
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const run = {
      one: await runOnce(one, requestsFor(one.url)),
      many: await runOnce(many, requestsFor(many.url)),
    }
    if (round > 0) runs.push(run) // the first warms up
  }
  const ratio = spreadOf(runs.map((run) => run.many.perSecond / run.one.perSecond))
  rows.push([
    name,
    median(runs.map((run) => run.one.perSecond)).toFixed(0),
    median(runs.map((run) => run.many.perSecond)).toFixed(0),
    `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)})`,
    bar,
    median(runs.map((run) => run.one.cpuInMicroseconds)).toFixed(1),
    median(runs.map((run) => run.many.cpuInMicroseconds)).toFixed(1),
  ])
}

interface Run {
  perSecond: number
  /** Of all its processes, for one request. */
  cpuInMicroseconds: number
}

async function runOnce({ port, pid }: RunningProgram, requests: string[]): Promise<Run> {
  const identical = requests.length === 1
  const before = readCpuOfAll(pid)
  const { answered, elapsedInMs } = await runLoad({
    port,
    requests,
    connections: 64,
    pipelined: 16,
    ...(identical && { pauseInMs: 2 }),
    identical,
    durationInMs: Number(options.seconds) * 1000,
  })
  return {
    perSecond: (answered / elapsedInMs) * 1000,
    cpuInMicroseconds: (readCpuOfAll(pid) - before) / Math.max(1, answered),
  }
}

/** Of the process and those that it started. */
function readCpuOfAll(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)]).toString()
  const pids = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
  return pids.reduce((sum, each) => sum + (readCpuInMicroseconds(each) ?? 0), 0)
}

/** Every worker is replaced while the load goes on; a client opens a new connection when told to. */
async function restartUnderLoad(): Promise<string> {
  const requests = [writeRequest('GET /courses')]
  const load = runLoad({ port: many.port, requests, connections: 16, durationInMs: 12_000 })
  many.child.kill('SIGHUP')
  const { answered, broken, refused, closed } = await load
  const failures = broken + Object.values(refused).reduce((sum, count) => sum + count, 0)
  return `${answered} requests answered, ${failures} lost, ${closed} connections ended in good order`
}
