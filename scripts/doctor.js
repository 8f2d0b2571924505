import { ensureInstalled } from './prepare.js'
import { projectEnvironment, run } from './run.js'

await ensureInstalled()
process.exitCode = await run('node', ['src/bootstrap/doctor/doctor.ts', ...process.argv.slice(2)], {
  env: projectEnvironment({ NODE_ENV: 'production' }),
})
