import { ensureInstalled } from './prepare.js'
import { projectEnvironment, serve } from './run.js'

await ensureInstalled()
const args = ['src/outside/razorpay/stand-in/main.ts', ...process.argv.slice(2)]
await serve(args, projectEnvironment())
