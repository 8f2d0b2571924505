import { resolve } from 'node:path'
import { ensureInstalled } from './prepare.js'
import { projectEnvironment, run } from './run.js'

// npm runs us in the project's folder; a file's name is meant from where the person stands.
const folder = process.env.INIT_CWD ?? process.cwd()
const given = process.argv.slice(2).map((word) => {
  const [option, path] = /^(--erasures=)(.+)$/.exec(word)?.slice(1) ?? ['', word]
  return path === '' || path.startsWith('--') ? word : option + resolve(folder, path)
})

await ensureInstalled()
process.exitCode = await run('node', ['src/bootstrap/restore-academy.ts', ...given], {
  env: projectEnvironment({ NODE_ENV: 'production' }),
})
