import { findChromium } from './chromium.js'
import { ensureBuilt, ensureInstalled } from './prepare.js'
import { projectEnvironment, run, runQuietly } from './run.js'

const startedAt = performance.now()
const durations = []
const chromium = findChromium()
const env = projectEnvironment({
  CI: process.env.CI ?? '1', // no watching, no questions, no report that waits to be looked at
  PLAYWRIGHT_HTML_OPEN: 'never',
  ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
})

await ensureInstalled()
await stage(
  check('Format', () => quietly(['biome', 'check', '--error-on-warnings'])),
  check('Lint', () => quietly(['oxlint', '--type-aware', '--deny-warnings'])),
  check('Unused code', () => quietly(['knip'])),
  check('Types', () => quietly(['react-router', 'typegen'], ['tsc', '--noEmit'])),
)
await stage(check('Build', () => ensureBuilt()))
await stage(check('Tests', () => loudly(['vitest', 'run'])))
await stage(check('Browser tests', () => loudly(['playwright', 'test'])))
console.log(`\nEverything passed in ${seconds(startedAt)}: ${durations.join(', ')}.`)

/** Waits for checks that run side by side, and goes no further if one of them failed. */
async function stage(...checks) {
  const codes = await Promise.all(checks)
  const failure = codes.find((code) => code !== 0)
  if (failure === undefined) return
  console.log('\nFailed. What comes after was not run.')
  process.exit(failure)
}

async function check(name, work) {
  const since = performance.now()
  const { code = 0, output = '' } = (await work()) ?? {}
  durations.push(`${name.toLowerCase()} ${seconds(since)}`)
  if (code !== 0) console.log(output)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${seconds(since)}`)
  return code
}

/** One command after the other; what a failing one printed is shown with its result. */
async function quietly(...commands) {
  for (const [command, ...args] of commands) {
    const result = await runQuietly(command, args, { env })
    if (result.code !== 0) return result
  }
  return { code: 0 }
}

async function loudly([command, ...args]) {
  return { code: await run(command, args, { env }) }
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
