import { actAsInstalled } from './as-installed.js'
import { describeVersion } from './version.js'

// `academy WORD` where it is installed, `npm run academy -- WORD` in a checkout.
const commands = {
  start: ['start.js', 'opens the academy and serves until it is told to stop'],
  backup: ['backup.js', 'FILE: writes a backup, while it serves or not'],
  restore: ['restore.js', 'FILE: brings a backup back into an empty data folder or database'],
  update: [
    'update.js',
    'FILE [--rehearse]: tries a newer release on a backup, then switches without a pause',
    'as root',
  ],
  rollback: [
    'rollback.js',
    'goes back to the version before, and keeps what was sold meanwhile',
    'as root',
  ],
  'check-media': ['media-check.js', 'reads every kept film and file'],
  'rotate-secret': [
    'rotate-secret.js',
    'NAME… or --all, --list: puts new keys in their places while it serves',
  ],
  'breach-report': [
    'breach-report.js',
    '--table=NAME or --since --until: lists who a leak touches, drafts letters',
  ],
  status: ['status.js', 'says whether it serves, since when, what waits; --short: only whether'],
  doctor: ['doctor.js', 'looks at all that it stands on, says what to mend; --json'],
  logs: ['logs.js', 'shows what it logs, and goes on', 'as root'],
  admin: [
    'admin.js',
    'reset-password EMAIL [--second-step]: gives a member of staff a new password',
  ],
  https: [
    'https.js',
    'DOMAIN [--sandbox] [--internal] [--check]: puts Caddy in front, with certificates',
    'as root',
  ],
}

const [word = 'help', ...rest] = process.argv.slice(2)
const [script, , asRoot = ''] = commands[word] ?? []
if (word === 'version') console.log(describeVersion())
else if (script === undefined) tellHow(word)
else {
  process.argv.splice(2, process.argv.length, ...rest)
  actAsInstalled({ asRoot: asRoot !== '' })
  await import(`./${script}`)
}

function tellHow(word) {
  const asked = ['help', '--help', '-h'].includes(word)
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, [, does]]) => `  academy ${name.padEnd(width)}  ${does}`,
  )
  const [first, out] = asked ? ['', console.log] : [`There is no command ${word}.\n`, console.error]
  out(`${first}${lines.join('\n')}\n  academy ${'version'.padEnd(width)}  says which it is`)
  process.exitCode = asked ? 0 : 2
}
