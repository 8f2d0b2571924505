import { runCommand } from './prepare.js'

await runCommand('src/bootstrap/rotate-secret.ts', process.argv.slice(2))
