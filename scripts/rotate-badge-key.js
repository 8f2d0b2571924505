import { ensureInstalled } from './prepare.js'
import { projectEnvironment, run } from './run.js'

await ensureInstalled()
process.exitCode = await run('node', ['src/bootstrap/rotate-badge-key.ts'], {
  env: projectEnvironment({ NODE_ENV: 'production' }),
})
