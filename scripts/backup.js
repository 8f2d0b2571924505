import { resolve } from 'node:path'
import { callersFolder, runCommand } from './prepare.js'

const files = process.argv.slice(2).map((file) => file && resolve(callersFolder, file))

await runCommand('src/bootstrap/back-up-academy.ts', files)
