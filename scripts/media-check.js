import { runCommand } from './prepare.js'

await runCommand('src/bootstrap/check-media.ts', [])
