import { resolve } from 'node:path'
import { callersFolder, runCommand } from './prepare.js'

const given = process.argv.slice(2).map((word) => {
  const [option, path] = /^(--erasures=)(.+)$/.exec(word)?.slice(1) ?? ['', word]
  return path === '' || path.startsWith('--') ? word : option + resolve(callersFolder, path)
})

await runCommand('src/bootstrap/restore-academy.ts', given)
