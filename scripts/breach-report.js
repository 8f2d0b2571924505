import { resolve } from 'node:path'
import { ensureInstalled } from './prepare.js'
import { projectEnvironment, run } from './run.js'

// npm runs us in the project's folder; files are meant from where the person stands.
const folder = process.env.INIT_CWD ?? process.cwd()
const given = process.argv
  .slice(2)
  .map((word) =>
    word.replace(/^(--backup=)(.+)$/, (_, option, path) => option + resolve(folder, path)),
  )

await ensureInstalled()
process.exitCode = await run(
  'node',
  ['src/bootstrap/breach-report.ts', `--to=${folder}`, ...given],
  {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  },
)
