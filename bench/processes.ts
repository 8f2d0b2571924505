import { parseArgs } from 'node:util'
import { openBenchDatabase } from './support/bench-database.ts'
import { median, spreadOf } from './support/compare.ts'
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

const rows = [['call', 'one process, req/s', `${options.workers} processes, req/s`, 'ratio', 'bar']]
const everyone = Array.from({ length: learners }, (_, index) => index + 1)
await measure('GET /courses', '1.60', [writeRequest('GET /courses')])
await measure(
  'GET /api/my-courses',
  '–',
  everyone.map((n) => writeRequest('GET /api/my-courses', { token: tokenOf(n) })),
)
const lostInRestart = await restartUnderLoad()
const text = `${drawTable(rows)}

In turns, medians of ${options.rounds} rounds of ${options.seconds} s; sixteen requests at once on each connection, because the
load comes from the same machine and would otherwise take the cores that the second process needs.
A rolling restart (SIGHUP) under load: ${lostInRestart}.`
if (options.dry) process.stdout.write(`${text}\n`)
else {
  await publish(database.pool, { command: 'bench:processes', title: 'Several processes', text })
}
await one.stop()
await many.stop()
await database.close()

async function measure(name: string, bar: string, requests: string[]): Promise<void> {
  const runs: { one: number; many: number }[] = []
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const run = { one: await perSecond(one, requests), many: await perSecond(many, requests) }
    if (round > 0) runs.push(run) // the first warms up
  }
  const ratio = spreadOf(runs.map((run) => run.many / run.one))
  rows.push([
    name,
    median(runs.map((run) => run.one)).toFixed(0),
    median(runs.map((run) => run.many)).toFixed(0),
    `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)})`,
    bar,
  ])
}

async function perSecond({ port }: RunningProgram, requests: string[]): Promise<number> {
  const { answered, elapsedInMs } = await runLoad({
    port,
    requests,
    connections: 32,
    pipelined: 16,
    durationInMs: Number(options.seconds) * 1000,
  })
  return (answered / elapsedInMs) * 1000
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
