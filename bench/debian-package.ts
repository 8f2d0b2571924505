import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePair } from '../tests/support/find-free-pair.ts'
import { statusOf, waitFor } from './cluster/servers.ts'

// `npm run bench:debian-package -- FIRST.deb SECOND.deb [ARCHIVE]`, as root, with Debian's mmdebstrap: a bare
// Debian in which the package is installed, upgraded, removed, purged and installed again, and started as
// its unit says; with an archive of a newer release, also `academy update` and `academy rollback`.

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'bookworm' },
    /** By itself mmdebstrap takes the one of the suite. */
    mirror: { type: 'string' },
  },
})
const [first, second, archive] = positionals.map((path) => resolve(path))
if (!first || !second) throw new Error('Name two Debian packages, the older one first.')

const root = mkdtempSync(join(tmpdir(), 'academy-debian-'))
const inRoot = (path: string): string => join(root, path)
const port = await findFreePair()
const url = `http://127.0.0.1:${port}`
const path = '/usr/sbin:/usr/bin:/sbin:/bin'
let serving: ChildProcess | null = null
let password = ''

/** In the bare Debian, as root; resolves to what it printed. */
function run(...args: string[]): string {
  console.log(`# ${args.join(' ')}`)
  const env = { PATH: path, LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
  return execFileSync('chroot', [root, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function expect(what: string, isSo: boolean): void {
  console.log(`${isSo ? 'yes' : 'NO '} ${what}`)
  if (!isSo) process.exitCode = 1
}

const isThere = (place: string): boolean =>
  lstatSync(inRoot(place), { throwIfNoEntry: false }) !== undefined
const install = (file: string): string =>
  run('apt-get', 'install', '--yes', '--no-install-recommends', `/root/${basename(file)}`)

/** What systemd would do by the unit: its user, its environment, its command. */
async function start(): Promise<void> {
  const unit = readFileSync(inRoot('usr/lib/systemd/system/academy.service'), 'utf8')
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const settings = readFileSync(inRoot('etc/academy/academy.env'), 'utf8')
  const env = [...settings.split('\n').filter((line) => /^\w/.test(line)), `PATH=${path}`]
  const user = ['--reuid', valueOf('User'), '--regid', valueOf('Group'), '--init-groups']
  const program = `cd ${valueOf('WorkingDirectory')} && umask ${valueOf('UMask')} && exec ${valueOf('ExecStart')}`
  const all = ['-i', ...env, ...valueOf('Environment').split(' '), 'sh', '-c', program]
  const child = spawn('chroot', [root, 'setpriv', ...user, 'env', ...all], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  serving = child
  child.stdout.on('data', (chunk: Buffer) => {
    password = /password (\S+) /.exec(chunk.toString())?.[1] ?? password
  })
  await waitFor('The academy', async () => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`)
    return (await statusOf(`${url}/readyz`)) === 200
  })
}

async function stop(): Promise<void> {
  if (!serving || serving.exitCode !== null) return
  const ended = once(serving, 'exit')
  serving.kill('SIGTERM')
  await ended
  expect('it stops with 0', serving.exitCode === 0)
}

/** Serves, has the owner who was made at the first start, and says its version. */
async function look(version: string): Promise<void> {
  expect('/courses is served', (await fetch(`${url}/courses`)).status === 200)
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@localhost.test', password }),
  })
  expect('the owner of the first start logs in', answer.status === 200)
  const status = run('academy', 'status')
  expect(
    `academy status: it serves, as ${version}`,
    status.includes(`It serves at ${url}.\nVersion: ${version} `),
  )
  expect('academy doctor finds no failure', run('academy', 'doctor').includes('Nothing fails'))
}

function setPort(): void {
  const file = inRoot('etc/academy/academy.env')
  const { uid, gid } = statSync(file)
  expect(
    'settings are for root and the academy to read',
    uid === 0 && (statSync(file).mode & 0o777) === 0o640,
  )
  expect('settings are of the academy’s group', gid === statSync(inRoot('var/lib/academy')).gid)
  writeFileSync(file, `${readFileSync(file, 'utf8')}PORT=${port}\n`)
}

const versionOf = (file: string): string =>
  execFileSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' }).trim()
const key = (): string => readFileSync(inRoot('var/lib/academy/settings.key'), 'utf8')
const wanted = 'etc/systemd/system/multi-user.target.wants/academy.service'

try {
  const to = ['--variant=minbase', options.suite, root, ...(options.mirror ? [options.mirror] : [])]
  execFileSync('mmdebstrap', ['--quiet', ...to], { stdio: 'inherit' })
  execFileSync('mount', ['-t', 'proc', 'proc', inRoot('proc')])
  execFileSync('mount', ['--bind', '/dev', inRoot('dev')])
  for (const file of [first, second]) cpSync(file, inRoot(`root/${basename(file)}`))

  install(first)
  setPort()
  const { mode, uid } = statSync(inRoot('var/lib/academy'))
  expect('the data folder is the academy’s alone', uid !== 0 && (mode & 0o777) === 0o700)
  const others = [
    'find',
    '/usr/lib/academy',
    '!',
    '-uid',
    '0',
    '-o',
    '-perm',
    '/022',
    '!',
    '-type',
    'l',
  ]
  expect('what was installed is root’s, and nobody else writes there', run(...others) === '')
  expect('the unit starts with the machine', isThere(wanted))
  await start()
  await look(versionOf(first))
  const madeKey = key()

  // Its files are replaced while it serves; systemd restarts it then.
  install(second)
  expect('it served meanwhile', (await fetch(`${url}/courses`)).status === 200)
  await stop()
  await start()
  await look(versionOf(second))
  expect(
    'settings were kept',
    readFileSync(inRoot('etc/academy/academy.env'), 'utf8').includes(`PORT=${port}`),
  )
  if (archive) {
    await update(archive)
    const copies = run('find', '/var/tmp', '-name', 'belongs-to', '-o', '-name', 'rehearsal')
    expect('the rehearsal leaves no copy of the database', copies === '')
  }
  await stop()

  rmSync(inRoot(wanted))
  run('dpkg', '--install', `/root/${basename(second)}`)
  expect('a unit that was disabled stays so', !isThere(wanted))
  await leave('remove', second)
  await leave('purge', second)
  expect('the key of the first start is there', key() === madeKey)
} finally {
  await stop()
  for (const place of ['dev', 'proc']) spawnSync('umount', ['--lazy', inRoot(place)])
  rmSync(root, { recursive: true, force: true })
}

/** And back, while readers come and go. */
async function update(file: string): Promise<void> {
  for (const name of [basename(file), 'SHA256SUMS']) {
    cpSync(join(dirname(file), name), inRoot(`root/${name}`))
  }
  let [isOn, asked, failed] = [true, 0, 0]
  const read = async (): Promise<void> => {
    while (isOn) {
      asked += 1
      const answer = await fetch(`${url}/courses`).catch(() => null)
      if (answer?.status !== 200) failed += 1
      await answer?.text()
    }
  }
  const reading = read()
  await runBeside('academy', 'update', `/root/${basename(file)}`)
  await look(/academy-(.+?)-linux/.exec(file)?.[1] ?? '')
  await runBeside('academy', 'rollback')
  await look(versionOf(second ?? ''))
  isOn = false
  await reading
  expect(`of ${asked} requests meanwhile ${failed} failed`, failed === 0)
}

async function runBeside(...args: string[]): Promise<void> {
  console.log(`# ${args.join(' ')}`)
  const env = { PATH: path, LANG: 'C.UTF-8' }
  const child = spawn('chroot', [root, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  expect(`${args.slice(0, 2).join(' ')} ends well`, code === 0)
}

/** Data stay; a purge takes the settings, too; installed again it serves what was there. */
async function leave(how: 'remove' | 'purge', file: string): Promise<void> {
  run('apt-get', how, '--yes', 'academy')
  expect(`${how}: the program is gone`, !isThere('usr/lib/academy') && !isThere('usr/bin/academy'))
  expect(`${how}: data stay`, isThere('var/lib/academy/postgres/PG_VERSION'))
  expect(
    `${how}: settings ${how === 'purge' ? 'go' : 'stay'}`,
    isThere('etc/academy') === (how === 'remove'),
  )
  expect(
    `${how}: releases of updates are not left behind`,
    how === 'remove' || !isThere('usr/lib/academy-releases'),
  )
  expect(`${how}: nothing starts with the machine`, how === 'remove' || !isThere(wanted))
  install(file)
  if (how === 'purge') setPort()
  await start()
  await look(versionOf(file))
  await stop()
}
