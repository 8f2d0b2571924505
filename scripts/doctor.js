import { runCommand } from './prepare.js'

await runCommand('src/bootstrap/doctor/doctor.ts', process.argv.slice(2))
