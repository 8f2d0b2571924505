import { spawnSync } from 'node:child_process'
import { run } from './run.js'

// Where the academy is a unit, its lines are in the journal; else whoever started it has them.
const unit = 'academy.service'
const isUnit = spawnSync('systemctl', ['cat', unit], { stdio: 'ignore' }).status === 0

if (isUnit) {
  const given = process.argv.slice(2)
  const options = given.length > 0 ? given : ['--follow', '--lines=200']
  process.exitCode = await run('journalctl', ['--unit', unit, '--output=cat', ...options], {
    env: process.env,
  })
} else {
  console.log(`The academy is no unit of systemd here. It logs to standard output: to the terminal or the
file that academy start was given; in a container, docker compose logs --follow academy.
What its own database logs stands in postgres.log beside its data (DATA_DIR). LOG_LEVEL=info says more.`)
}
