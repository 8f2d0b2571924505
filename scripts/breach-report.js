import { resolve } from 'node:path'
import { callersFolder, runCommand } from './prepare.js'

const given = process.argv
  .slice(2)
  .map((word) =>
    word.replace(/^(--backup=)(.+)$/, (_, option, path) => option + resolve(callersFolder, path)),
  )

await runCommand('src/bootstrap/breach-report.ts', [`--to=${callersFolder}`, ...given])
