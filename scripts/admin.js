import { ensureInstalled, fail } from './prepare.js'
import { projectEnvironment, quickStart, run } from './run.js'

const [act, ...rest] = process.argv.slice(2)
if (act !== 'reset-password')
  fail('There is one: academy admin reset-password EMAIL [--second-step]')

await ensureInstalled()
process.exitCode = await run('node', [...quickStart, 'src/bootstrap/reset-password.ts', ...rest], {
  env: projectEnvironment({ NODE_ENV: 'production' }),
  stdio: 'inherit', // a password may be typed
})
