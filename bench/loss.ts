import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { openBenchDatabase } from './support/bench-database.ts'
import { startLossyProxy } from './support/lossy-proxy.ts'
import { drawTable, publish } from './support/report.ts'
import { startProduct } from './support/start-program.ts'
import { type Visit, visitCourse } from './support/visit-course.ts'

const { values: options } = parseArgs({
  options: {
    visits: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    /** The table that another commit printed with `--quiet`, to stand first. */
    before: { type: 'string' },
    'before-commit': { type: 'string' },
    /** Prints only, and publishes nothing. */
    quiet: { type: 'boolean', default: false },
  },
})
const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const database = await openBenchDatabase({ durable: false })
const product = await startProduct(database.url, { SEED: 'demo' })
const proxy = await startLossyProxy(product.url)
const browser = await chromium.launch({
  ...(existsSync(installed) && { executablePath: installed }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})

const courses = await fetch(`${product.url}/api/courses`)
const [course]: { id: string }[] = await courses.json()

const rows = [
  [
    'scripts lost',
    'visits',
    'lost in all',
    'Purchase worked',
    'of these after a reload',
    'after "Tap to reload"',
    'dead',
    'median s to Purchase',
    'worst s',
  ],
]
let dead = 0
for (const rate of [0, 0.05, 0.2]) {
  const visits: Visit[] = []
  let lost = 0
  for (let number = 0; number < Number(options.visits); number += 1) {
    proxy.lose({ rate, seed: `${options.seed} ${number}` })
    visits.push(await visitCourse(browser, `${proxy.url}/course/${course?.id}`))
    lost += proxy.lost()
  }
  const working = visits.filter(({ secondsToPurchase }) => secondsToPurchase !== null)
  const seconds = working.map(({ secondsToPurchase }) => secondsToPurchase ?? 0)
  seconds.sort((a, b) => a - b)
  dead += visits.length - working.length
  rows.push([
    `${rate * 100} %`,
    String(visits.length),
    String(lost),
    String(working.length),
    String(working.filter(({ reloads }) => reloads > 0).length),
    String(working.filter(({ hasTappedToReload }) => hasTappedToReload).length),
    String(visits.length - working.length),
    (seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(1),
    (seconds.at(-1) ?? 0).toFixed(1),
  ])
  process.stderr.write('.')
}

const table = drawTable(rows)
if (options.quiet) process.stdout.write(`\n${table}\n`)
else {
  const before = options.before
    ? `Before (commit ${options['before-commit'] ?? 'unknown'}):\n\n${options.before}\n\nNow:\n\n`
    : ''
  await publish(database.pool, {
    command: 'bench:loss',
    title: 'Lost scripts',
    text: `First visits to a course page with an empty cache. Each script, each time it is asked for,
breaks off half-way with the chance given (seed ${options.seed}). The visitor taps Purchase as soon as it is
seen, once, does what the page says, and has 15 s: a visit is dead if it has not reached the login then.
Runs of two commits meet different loads of the machine: compare what worked, not the seconds.

${before}${table}`,
  })
}
await browser.close()
proxy.close()
await product.stop()
await database.close()
if (dead > 0) process.exitCode = 1
