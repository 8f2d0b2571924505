import { ensureInstalled } from './prepare.js'
import { projectEnvironment, serve } from './run.js'

await ensureInstalled()
const args = ['sandbox/main.ts', ...process.argv.slice(2)]
await serve(args, projectEnvironment())
