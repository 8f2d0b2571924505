import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail } from './prepare.js'
import { projectEnvironment, root, run } from './run.js'

// `node scripts/bench.js payments --purchases 10000` runs bench/payments.ts with what follows its name.
const [name = '', ...args] = process.argv.slice(2)
const program = join('bench', `${name}.ts`)
if (!existsSync(join(root, program))) fail(`There is no ${program}.`)

await ensureInstalled()
await ensureBuilt()
process.exitCode = await run('node', [program, ...args], {
  env: projectEnvironment({ NODE_ENV: 'production' }),
})
