import { ensureInstalled } from './prepare.js'
import { projectEnvironment, run } from './run.js'

await ensureInstalled()
process.exitCode = await run('node', ['src/bootstrap/check-media.ts'], {
  env: projectEnvironment({ NODE_ENV: 'production' }),
})
