import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startMailServer } from '../tests/support/mail-server.ts'
import type { Arrival } from './support/arrival-plan.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { fillCatalogue, filling, fillLearners, idOf } from './support/fill-database.ts'
import { drawTable, publish } from './support/report.ts'
import { runArrivals } from './support/run-load.ts'
import { startProduct } from './support/start-program.ts'

// `npm run bench:erasures -- --people 10000`: what readers notice while people are forgotten.

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    /** Pages asked for in a second. */
    rate: { type: 'string', default: '20' },
    dry: { type: 'boolean', default: false },
  },
})
const people = Number(options.people)
const roundInMs = 15_000
const barInMs = 50

const mail = await startMailServer() // the last mail to each has to go out before they are forgotten
const database = await openBenchDatabase({ durable: true })
const { pool } = database
await fillCatalogue(pool)
await fillLearners(pool, { from: 1, to: people + 1_000 })
const product = await startProduct(database.url, {
  SMTP_URL: mail.smtpUrl,
  MAIL_FROM: 'academy@bench.test',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
})
const courses = Array.from({ length: filling.courses }, (_, n) => `/course/course-${n}`)
const read = (): Promise<Arrival[]> =>
  runArrivals({
    port: product.port,
    perSecond: Number(options.rate),
    connections: 32,
    durationInMs: roundInMs,
    paths: ['/', '/courses', ...courses, '/about', '/verify'],
  })

await read() // by then all is compiled
const alone = await read()
await pool.query(
  `insert into erasures (id, learner_id, requested_at, due_at, keeps_certificates, next_attempt_at)
   select gen_random_uuid(), id, now() - interval '8 days', now() - interval '1 day', false, now()
     from users where id between $1 and $2`,
  [idOf(1), idOf(people)],
)
const startedAt = performance.now()
const meanwhile: Arrival[] = []
while ((await countLeft()) > 0) meanwhile.push(...(await read()))
const seconds = Math.round((performance.now() - startedAt) / 1000)
const { rowCount: erased } = await pool.query(
  'select from erasures where anonymised_at is not null',
)
const failed = [...alone, ...meanwhile].filter(({ status }) => status !== 200)
const rows = [
  ['pages', 'asked', 'median, ms', '99 %, ms', 'slowest, ms'],
  ['alone', ...describe(alone)],
  ['while people are erased', ...describe(meanwhile)],
]
const text = `Of ${people} learners with three courses each, all due at once, ${erased} are erased in ${seconds} s (the others wait
for a dispute to end) by one process that answers ${options.rate} pages a second beside it; ${failed.length} pages failed. Bar: 99 % within ${barInMs} ms.

${drawTable(rows)}`
if (options.dry) process.stdout.write(`${text}\n`)
else await publish(pool, { command: 'bench:erasures', title: 'Erasing while others read', text })
if (failed.length > 0 || quantile(meanwhile, 0.99) > barInMs) process.exitCode = 1
await product.stop()
await mail.close()
await database.close()

async function countLeft(): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    'select count(*)::int as left from erasures where anonymised_at is null and waits_for is null',
  )
  const left = rows[0]?.left ?? 0
  if (left > 0) await delay(100)
  return left
}

function describe(arrivals: Arrival[]): string[] {
  const figures = [0.5, 0.99, 1].map((part) => quantile(arrivals, part).toFixed(1))
  return [String(arrivals.length), ...figures]
}

function quantile(arrivals: Arrival[], part: number): number {
  const times = arrivals.map(({ inMs }) => inMs).toSorted((a, b) => a - b)
  return times[Math.ceil(times.length * part) - 1] ?? 0
}
