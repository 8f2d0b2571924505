import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { openBenchDatabase } from './support/bench-database.ts'
import { measurePaint, type Paint } from './support/measure-paint.ts'
import { drawTable, publish } from './support/report.ts'
import { startScriptlessServer } from './support/scriptless-server.ts'
import { startProduct } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Prints only, and publishes nothing. */
    quiet: { type: 'boolean', default: false },
  },
})
const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const database = await openBenchDatabase({ durable: false })
const product = await startProduct(database.url, { SEED: 'demo' })
const bare = await startScriptlessServer(product.url)
const browser = await chromium.launch({
  ...(existsSync(installed) && { executablePath: installed }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})

const courses = await fetch(`${product.url}/api/courses`)
const [course]: { id: string }[] = await courses.json()
const pages = ['/', '/courses', `/course/${course?.id}`, '/about', '/results', '/login', '/signup']

const rows = [
  [
    'page',
    'first paint, ms',
    'largest paint, ms',
    'largest without scripts, ms',
    'layout shift',
    'longest task, ms',
    'kB in all',
  ],
]
for (const page of pages) {
  const ours: Paint[] = []
  const scriptless: Paint[] = []
  await measurePaint(browser, product.url + page) // the first visit renders the page; not counted
  await measurePaint(browser, bare.url + page)
  for (let round = 0; round < Number(options.rounds); round += 1) {
    ours.push(await measurePaint(browser, product.url + page))
    scriptless.push(await measurePaint(browser, bare.url + page))
  }
  const median = (paints: Paint[], name: keyof Paint) =>
    medianOf(paints.map((paint) => paint[name]))
  rows.push([
    page,
    median(ours, 'firstPaint').toFixed(0),
    median(ours, 'largestPaint').toFixed(0),
    median(scriptless, 'largestPaint').toFixed(0),
    Math.max(...ours.map(({ layoutShift }) => layoutShift)).toFixed(3),
    median(ours, 'longestTaskInMs').toFixed(0),
    (median(ours, 'bytes') / 1000).toFixed(0),
  ])
  process.stderr.write('.')
}

const table = drawTable(rows)
if (options.quiet) process.stdout.write(`\n${table}\n`)
else {
  await publish(database.pool, {
    command: 'bench:first-paint',
    title: 'First paint on a phone',
    text: `A first visit with an empty cache: 1.6 Mbit/s, 150 ms latency, a quarter of this machine's
speed. Medians of ${options.rounds} visits, the worst layout shift of all. Beside it the same pages
without any script, visited in turns.

${table}`,
  })
}
await browser.close()
bare.close()
await product.stop()
await database.close()

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
