import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hash } from '@node-rs/argon2'
import { findFreePair } from '../tests/support/find-free-pair.ts'
import { baselineQueries, fetchRaw, type RawAnswer, withFewHeaders } from './support/baselines.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { type Comparison, compare } from './support/compare.ts'
import {
  courseOf,
  emailOf,
  fillCatalogue,
  filling,
  fillLearners,
  idOf,
  tokenOf,
  videoOf,
} from './support/fill-database.ts'
import { measureFirstCertificates } from './support/measure-certificates.ts'
import { measurePurchases } from './support/measure-purchases.ts'
import { drawTable, publish } from './support/report.ts'
import { writeRequest } from './support/run-load.ts'
import { startProduct, startProgram } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    /** Measures only the calls whose name holds this text, and publishes nothing. */
    only: { type: 'string', default: '' },
  },
})
const learners = 1_000
const publicPaths = ['/', '/courses', `/course/${courseOf(1)}`, '/api/courses']
const poolSize = 10

interface Call {
  name: string
  /** Null: for comparison only. */
  bar: number | null
  connections: number
  ours: string[]
  bare: string[]
}

const database = await openBenchDatabase({ durable: true })
await fillCatalogue(database.pool)
await fillLearners(database.pool, { from: 1, to: learners })
const product = await startProduct(database.url, { DATABASE_POOL_SIZE: String(poolSize) })
await delay(2_000) // a product that was just started prints its specimen first
const certificates = await measureFirstCertificates(product.url, { learners: 200 })
const bare = await startBareServer()

const rows: string[][] = [
  [
    'call',
    'ours, req/s',
    'bare, req/s',
    'ratio',
    'lowest–highest',
    'bar',
    'ours, CPU µs',
    'bare, CPU µs',
    'p99, ms',
  ],
]
for (const call of listCalls().filter(({ name }) => name.includes(options.only))) {
  const comparison = await compare(
    { port: product.port, pid: product.pid, requests: call.ours },
    { port: bare.port, pid: bare.pid, requests: call.bare },
    {
      rounds: Number(options.rounds),
      durationInMs: Number(options.seconds) * 1000,
      connections: call.connections,
      // Nothing is read of answers that are all the same, so that the load leaves room for servers.
      identical: call.ours.length === 1,
    },
  )
  rows.push(describe(call, comparison))
  process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
}
const purchases =
  options.only === '' ? await measurePurchases(database.pool, product, { learners: 300 }) : ''
const text = [drawTable(rows), '', certificates, '', purchases].join('\n')
if (options.only === '') {
  await publish(database.pool, {
    command: 'bench',
    title: 'Throughput against bare servers',
    text: `${text}\n\n${readingNotes()}`,
  })
}
await bare.stop()
await product.stop()
await database.close()

async function startBareServer() {
  const port = await findFreePair()
  const token = { authorization: `Bearer ${tokenOf(1)}` }
  const certificate = await fetchRaw(`${product.url}/api/certificate/${courseOf(1)}`, token)
  const fixed: Record<string, RawAnswer> = { '/certificate': certificate }
  for (const path of publicPaths) {
    const answer = await fetchRaw(`${product.url}${path}`)
    fixed[path] = answer
    fixed[`/few-headers${path}`] = withFewHeaders(answer)
  }
  const password = {
    text: filling.password,
    hash: await hash(filling.password, { memoryCost: 19_456, timeCost: 2 }),
  }
  const spec = {
    port,
    databaseUrl: database.url,
    poolSize,
    fixed,
    queries: baselineQueries,
    password,
  }
  return startProgram('./bare-server.ts', port, {
    env: { NODE_ENV: 'production' },
    message: spec,
  })
}

function listCalls(): Call[] {
  const everyone = Array.from({ length: learners }, (_, index) => index + 1)
  const read = (name: string, route: (n: number) => string, bareRoute: (n: number) => string) => ({
    name,
    bar: 0.5,
    connections: 32,
    ours: everyone.map((n) => writeRequest(`GET ${route(n)}`, { token: tokenOf(n) })),
    bare: everyone.map((n) => writeRequest(`GET ${bareRoute(n)}`)),
  })
  const open = (path: string, name: string, bar: number | null, barePath: string): Call => ({
    name: `GET ${path}${name}`,
    bar,
    connections: 32,
    ours: [writeRequest(`GET ${path}`)],
    bare: [writeRequest(`GET ${barePath}`)],
  })
  return [
    ...publicPaths.map((path) => open(path, '', 0.8, path)),
    ...publicPaths.map((path) => open(path, ', against five headers', null, `/few-headers${path}`)),
    read(
      'GET /api/my-courses',
      () => '/api/my-courses',
      (n) => `/my-courses/${idOf(n)}`,
    ),
    read(
      'GET /api/courses/{id}, owner',
      (n) => `/api/courses/${courseOf(n)}`,
      (n) => `/course/${courseOf(n)}/${idOf(n)}`,
    ),
    read(
      'GET /api/my-payments',
      () => '/api/my-payments',
      (n) => `/my-payments/${idOf(n)}`,
    ),
    reportCall(everyone),
    {
      name: 'GET /api/certificate/{id}, again',
      bar: 0.4,
      connections: 16,
      ours: everyone
        .slice(0, 40)
        .map((n) => writeRequest(`GET /api/certificate/${courseOf(n)}`, { token: tokenOf(n) })),
      bare: [writeRequest('GET /certificate')],
    },
    {
      name: 'POST /api/auth/login, against Argon2id alone',
      bar: 0.5,
      connections: 4,
      ours: everyone.map((n) =>
        writeRequest('POST /api/auth/login', {
          body: { email: emailOf(n), password: filling.password },
        }),
      ),
      bare: [writeRequest('GET /password')],
    },
  ]
}

function reportCall(everyone: number[]): Call {
  const body = { position: 151, duration: 300, played: [[150, 151]] }
  const target = (n: number) => ({ course: courseOf(n, 1), video: videoOf(courseOf(n, 1), n % 10) })
  return {
    name: 'PUT …/progress',
    bar: 0.35,
    connections: 32,
    ours: everyone.map((n) =>
      writeRequest(`PUT /api/courses/${target(n).course}/videos/${target(n).video}/progress`, {
        token: tokenOf(n),
        body,
      }),
    ),
    bare: everyone.map((n) =>
      writeRequest(`PUT /progress/${idOf(n)}/${target(n).course}/${target(n).video}`, { body }),
    ),
  }
}

function describe({ name, bar }: Call, result: Comparison): string[] {
  const ratio = (value: number): string => value.toFixed(2)
  const cpu = (value: number | null): string => (value === null ? '–' : value.toFixed(0))
  return [
    name,
    result.ours.toFixed(0),
    result.bare.toFixed(0),
    `${ratio(result.ratio.median)}${bar !== null && result.ratio.median < bar ? ' (below)' : ''}`,
    `${ratio(result.ratio.lowest)}–${ratio(result.ratio.highest)}`,
    bar === null ? '–' : ratio(bar),
    cpu(result.ourCpuInMicroseconds),
    cpu(result.bareCpuInMicroseconds),
    result.p99InMs.toFixed(1),
  ]
}

function readingNotes(): string {
  return `Medians of ${options.rounds} rounds of ${options.seconds} s for each side, in turns. Bare: \`node:http\` that sends
the same bytes, headers included (beside it: the packed body with only the five headers that a browser
needs to show it), or the rows of one prepared \`pg\` query as JSON, or checks one Argon2id hash; it
knows no sessions, rights or validation. Both sides have ${poolSize} connections to the same PostgreSQL
(fsync on), which holds ${learners} learners. CPU: processor time of the serving process for one request.`
}
