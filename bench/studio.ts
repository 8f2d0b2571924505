import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { openBenchDatabase } from './support/bench-database.ts'
import { makeLargeDraft } from './support/make-large-draft.ts'
import { measureKeys } from './support/measure-keys.ts'
import { drawTable, publish } from './support/report.ts'
import { startProduct } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    keys: { type: 'string', default: '60' },
    /** Prints only, and publishes nothing. */
    quiet: { type: 'boolean', default: false },
  },
})
const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const size = { modules: 100, lessonsInEach: 20 }

const database = await openBenchDatabase({ durable: false })
const product = await startProduct(database.url, { ADMIN_EMAIL: 'bench@example.test' })
const large = await makeLargeDraft(product.url, size)
const browser = await chromium.launch({
  ...(existsSync(installed) && { executablePath: installed }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})

const rows = [
  [
    'where and what',
    'scripting of a key, median ms',
    'of the slowest key, ms',
    'longest task meanwhile, ms',
  ],
]
for (const cpuSlowdown of [1, 4]) {
  for (const isOutlineOpen of [false, true]) {
    const measured = await measureKeys(browser, {
      url: product.url,
      ...large,
      cpuSlowdown,
      isOutlineOpen,
      keys: Number(options.keys),
    })
    for (const { what, keysInMs, longestTaskInMs } of measured) {
      const device = cpuSlowdown === 1 ? 'this machine' : 'a quarter of its speed, 390 px'
      const outline = isOutlineOpen ? 'all 2,000 lessons shown' : 'modules closed'
      rows.push([
        `${device}; ${outline}; ${what}`,
        medianOf(keysInMs).toFixed(1),
        Math.max(...keysInMs).toFixed(1),
        longestTaskInMs === 0 ? 'under 50' : longestTaskInMs.toFixed(0),
      ])
    }
    process.stderr.write('.')
  }
}

const table = drawTable(rows)
if (options.quiet) process.stdout.write(`\n${table}\n`)
else {
  await publish(database.pool, {
    command: 'bench:studio',
    title: 'Writing a course of 2,000 lessons',
    text: `A course of ${size.modules} modules with ${size.lessonsInEach} lessons each in the editor, ${options.keys} keys each, some 60 ms
apart: all that a key makes the scripts do, as the browser counts it. The last column is the longest
task of all, drawing included, while typing and until the course is copied, checked and saved.

${table}`,
  })
}
await browser.close()
await product.stop()
await database.close()

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
