import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openBenchDatabase } from './support/bench-database.ts'
import { explainPlans, type PlanFinding } from './support/explain-plans.ts'
import { fillInsightAndLetters } from './support/fill-admin.ts'
import { fillClassrooms } from './support/fill-classroom.ts'
import { fillCatalogue, fillLearners, tokenOf } from './support/fill-database.ts'
import { growthCalls } from './support/growth-calls.ts'
import type { Latency } from './support/load-plan.ts'
import { type MeasuredExport, measureExports } from './support/measure-export.ts'
import { startQuietProvider } from './support/quiet-provider.ts'
import { drawTable, publish } from './support/report.ts'
import { runLoad } from './support/run-load.ts'
import { startProduct } from './support/start-program.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    /** Prints only, and leaves docs/benchmarks.md as it is. */
    dry: { type: 'boolean', default: false },
    /** Asks only those calls whose name matches, and tells of no plans. */
    calls: { type: 'string' },
  },
})
/** `files`: also saves the files of two years, which takes minutes for a million learners. */
const withFiles = positionals.includes('files')
const sizes = options.sizes.split(',').map(Number)
const largest = sizes.at(-1) ?? 0
const asked = new RegExp(options.calls ?? '', 'i')
const isAsked = ({ name }: { name: string }) => asked.test(name)

interface Measured {
  learners: number
  latencies: Map<string, Latency>
  exported: MeasuredExport[]
  plans: PlanFinding[]
  sizeInGigabytes: number
}

const database = await openBenchDatabase({ durable: false })
await fillCatalogue(database.pool)
await fillInsightAndLetters(database.pool)
await database.pool.query('alter table video_progress set unlogged') // thirty million rows
const provider = await startQuietProvider()
const measured: Measured[] = []
let filled = 0
for (const learners of sizes) {
  const since = performance.now()
  await fillClassrooms(database.pool, { from: filled + 1, to: learners })
  await fillLearners(database.pool, { from: filled + 1, to: learners })
  filled = learners
  say(`${learners} learners are in after ${((performance.now() - since) / 1000).toFixed(0)} s`)
  measured.push(await measureAt(learners))
}
const text = describe(measured)
const files = describeFiles(measured)
if (options.dry) process.stdout.write(`${text}\n${withFiles ? files : ''}\n`)
else {
  await publish(database.pool, { command: 'bench:growth', title: 'Flat as it grows', text })
  if (withFiles) {
    const command = 'bench:growth files'
    await publish(database.pool, { command, title: 'Files of the office', text: files })
  }
}
await provider.stop()
await database.close()

async function measureAt(learners: number): Promise<Measured> {
  const { pool } = database
  await pool.query(
    `update users set is_admin = true where id = (select user_id from sessions
    where token_hash = sha256(convert_to($1, 'UTF8')))`,
    [tokenOf(1)],
  )
  await pool.query('checkpoint')
  const product = await startProduct(database.url, provider.env)
  const latencies = new Map<string, Latency>()
  for (const call of growthCalls(learners).filter(isAsked)) {
    const runs: Latency[] = []
    for (let round = 0; round <= Number(options.rounds); round += 1) {
      const { latency, refused, broken } = await runLoad({
        port: product.port,
        connections: call.connections,
        durationInMs: Number(options.seconds) * (round === 0 ? 500 : 1000),
        requests: call.requests,
      })
      if (broken > 0 || Object.keys(refused).length > 0) {
        throw new Error(`${call.name}: ${broken} broken, refused ${JSON.stringify(refused)}`)
      }
      if (round > 0) runs.push(latency) // the first warms up
    }
    const best = runs.toSorted((a, b) => a.p50InMs - b.p50InMs)[Math.floor(runs.length / 2)]
    if (best) latencies.set(call.name, best)
    say(
      `${learners}: ${call.name}: p50 ${best?.p50InMs.toFixed(2)} ms, p99 ${best?.p99InMs.toFixed(2)} ms`,
    )
  }
  const exported = withFiles ? await measureExports(product) : []
  await product.stop()
  return {
    learners,
    latencies,
    exported,
    plans: options.calls === undefined ? await explainPlans(pool, learners) : [],
    sizeInGigabytes: await readSize(pool),
  }
}

async function readSize(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes ?? 0) / 2 ** 30
}

function describe(all: Measured[]): string {
  const [smallest] = all
  const last = all.at(-1)
  const names = [...(smallest?.latencies.keys() ?? [])]
  const head = [
    'call, p50 / p99 in ms',
    ...all.map(({ learners }) => `${learners.toLocaleString('en')} learners`),
    'p50, largest over smallest',
  ]
  const body = names.map((name) => {
    const cells = all.map(({ latencies }) => {
      const latency = latencies.get(name)
      return `${latency?.p50InMs.toFixed(2)} / ${latency?.p99InMs.toFixed(2)}`
    })
    const growth =
      (last?.latencies.get(name)?.p50InMs ?? 0) / (smallest?.latencies.get(name)?.p50InMs ?? 1)
    return [name, ...cells, growth.toFixed(2)]
  })
  const plans = (last?.plans ?? []).map(({ name, scans, isIndexed }) => [
    name,
    isIndexed ? 'yes' : 'NO',
    scans,
  ])
  return [
    drawTable([head, ...body]),
    '',
    `Random learners, signed in, one connection each way of asking; the bar is 1.50 for the last column,`,
    `and 100 ms for the administrators' lists and searches; a fix asks the provider about 200 orders.`,
    `Counting the readers of a letter reads its whole audience once, and grows with it.`,
    `For each learner three courses, three payments with receipts, thirty videos in progress, a coupon,`,
    `an invoice, a mail and an entry of the audit log, ten notes and a try at a quiz; a question of every`,
    `seventh, a review and an assignment of every fifth, a plan with twenty days of every third;`,
    `${last?.sizeInGigabytes.toFixed(1)} GB at the largest. The database`,
    `does not wait for the disk here (fsync off, progress unlogged), so that growth shows and not the disk.`,
    '',
    `Does every plan at ${largest.toLocaleString('en')} learners read its large tables by an index?`,
    '',
    drawTable([['statement', 'by index', 'how it reads'], ...plans]),
  ].join('\n')
}

function describeFiles(all: Measured[]): string {
  const head = ['file', 'learners', 'rows', 'MiB', 'first bytes, ms', 'seconds']
  const rows = all.flatMap(({ learners, exported }) =>
    exported.map((file) => [
      `${file.name}.csv`,
      learners.toLocaleString('en'),
      file.rows.toLocaleString('en'),
      file.sizeInMebibytes.toFixed(1),
      file.firstInMs.toFixed(0),
      file.seconds.toFixed(1),
      file.grownByInMebibytes.toFixed(0),
    ]),
  )
  return [
    'Files of two years, written while they are sent:',
    '',
    drawTable([[...head, 'more memory at most, MiB'], ...rows]),
  ].join('\n')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
