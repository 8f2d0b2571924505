import { rmSync } from 'node:fs'
import { findChromium } from './chromium.js'
import { makeMemoryFolder } from './memory-folder.js'
import { ensureInstalled, tryBuild } from './prepare.js'
import { readReport } from './read-report.js'
import { projectEnvironment, run, runQuietly } from './run.js'

const startedAt = performance.now()
const chromium = findChromium()
const memoryFolder = makeMemoryFolder()
const reports = { vitest: '.cache/vitest.json', playwright: '.cache/playwright.json' }
const env = projectEnvironment({
  CI: process.env.CI ?? '1', // no watching, no questions, no report that waits to be looked at
  PLAYWRIGHT_HTML_OPEN: 'never',
  PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
  ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
  ...(memoryFolder === null ? {} : { TMPDIR: memoryFolder }),
})
const results = []

await ensureInstalled()
for (const report of Object.values(reports)) rmSync(report, { force: true })
// Each keeps one processor busy most of the time: together they leave none idle.
const [isBuilt] = await Promise.all([
  check('Build', tryBuild),
  check('Format', () => quietly(['biome', 'check', '--error-on-warnings'])),
  check('Lint', () => quietly(['oxlint', '--type-aware', '--deny-warnings'])),
  check('Unused code', () => quietly(['knip'])),
  check('Types', () =>
    quietly(
      ['react-router', 'typegen'],
      typesOf('tsconfig.json'),
      typesOf('tsconfig.server.json'),
      typesOf('tsconfig.web.json'),
    ),
  ),
])
// Most tests need no pages: what fails here does not keep the rest from being run and told.
await check('Tests', () =>
  loudly(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${reports.vitest}`,
  ),
)
await check('Browser tests', () =>
  isBuilt
    ? loudly('playwright', 'test', '--reporter=list,json')
    : { code: 1, output: 'Not run: there is no build to look at.' },
)
conclude()

async function check(name, work) {
  const since = performance.now()
  const { code, output = '' } = await work()
  results.push({ name, code, took: seconds(performance.now() - since) })
  if (code !== 0 && output !== '') console.log(output)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${results.at(-1).took}`)
  return code === 0
}

/** By itself tsc has four checkers, each of which learns all types anew: half of the work is done twice. */
function typesOf(project) {
  return ['tsc', '--noEmit', '--checkers', '1', '-p', project]
}

/** One command after the other; what a failing one printed is shown with its result. */
async function quietly(...commands) {
  for (const [command, ...args] of commands) {
    const result = await runQuietly(command, args, { env })
    if (result.code !== 0) return result
  }
  return { code: 0 }
}

async function loudly(command, ...args) {
  return { code: await run(command, args, { env }) }
}

/** All that failed, the slowest test files, and how many tests passed and failed, on a line of its own. */
function conclude() {
  const files = Object.values(reports).flatMap(readReport)
  const slowest = files.toSorted((a, b) => b.durationInMs - a.durationInMs).slice(0, 10)
  const failures = files.flatMap(({ name, failed }) => failed.map((title) => `${name}: ${title}`))
  const failedChecks = results.filter(({ code }) => code !== 0)
  const durations = results.map(({ name, took }) => `${name.toLowerCase()} ${took}`).join(', ')

  console.log('\nThe slowest test files:')
  for (const { name, durationInMs } of slowest)
    console.log(`${seconds(durationInMs).padStart(9)}  ${name}`)
  if (failedChecks.length > 0)
    console.log(`\nFailed: ${failedChecks.map(({ name }) => name.toLowerCase()).join(', ')}`)
  for (const failure of failures) console.log(`  ✗ ${failure}`)
  const verdict = failedChecks.length === 0 ? 'Everything passed' : 'Not everything passed'
  console.log(`\n${verdict} in ${seconds(performance.now() - startedAt)}: ${durations}.`)
  const passed = files.reduce((sum, file) => sum + file.passed, 0)
  // A runner that broke off has told of no failed test.
  console.log(`${passed} passed, ${Math.max(failures.length, failedChecks.length)} failed`)
  process.exitCode = failedChecks.length === 0 ? 0 : 1
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
