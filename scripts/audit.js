import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { ensureBuilt, ensureInstalled, fail } from './prepare.js'
import { machineEnvironment, projectEnvironment, root, run, runQuietly } from './run.js'

// Lighthouse would double the time of every `npm ci`, so it is fetched when it is asked for.
const lighthouse = 'lighthouse@13.5.0'
const folder = join(root, '.cache', 'lighthouse')
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')

await ensureInstalled()
await ensureBuilt()
if (!existsSync(program)) {
  console.error('Installing Lighthouse, which takes a minute the first time…')
  mkdirSync(folder, { recursive: true })
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runQuietly('npm', ['install', ...options, lighthouse], {
    env: machineEnvironment(),
  })
  if (code !== 0) fail(`${output}\nInstalling Lighthouse failed.`)
}
process.exitCode = await run('node', ['bench/audit.ts', ...process.argv.slice(2)], {
  env: projectEnvironment({
    NODE_ENV: 'production',
    LIGHTHOUSE: program,
    CHROME_PATH: await ensureChromium(),
  }),
})
