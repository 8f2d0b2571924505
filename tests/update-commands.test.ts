import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { keepTrial } from '../bench/support/keep-trial.ts'
import { packTrialRelease } from '../bench/support/make-trial-release.ts'

// With the real scripts, in releases that hold nothing else: what serves only says that it does.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'academy-update-commands-')))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('nothing goes that a program still runs from, such as the database, until that has ended', async () => {
  const { present, releases } = makeAcademy()
  const [running, ended] = ['academy-1.2.0', 'academy-0.9.0'].map((name) => join(releases, name))
  for (const path of [running!, ended!]) {
    mkdirSync(path)
    writeFileSync(join(path, 'RELEASE'), '{}')
  }
  const others = ['academy-data', 'copied-by-hand', 'academy-1.0.0.backup'].map((name) =>
    join(releases, name),
  )
  for (const path of others.slice(0, 2)) mkdirSync(path)
  writeFileSync(join(others[1]!, 'RELEASE'), '{}')
  writeFileSync(others[2]!, 'asked for by somebody')
  const program = join(running!, 'sleep')
  copyFileSync('/bin/sleep', program)
  const child = spawn(program, ['3600'])
  children.push(child)
  await once(child, 'spawn')

  await update(present, makeArchive('1.1.0'))
  expect([running, ended].map((path) => existsSync(path!))).toEqual([true, false])
  expect(others.map((path) => existsSync(path))).toEqual([true, true, true])

  const again = await run(join(releases, 'current'), ['update.js', makeArchive('1.2.0')])
  expect(again.output).toContain(`Something still runs from ${running}: restart the academy first.`)

  child.kill()
  await once(child, 'exit')
  await update(join(releases, 'current'), makeArchive('1.3.0'))
  expect(existsSync(running!)).toBe(false)
})

test('an update that was killed as it switched, the very first one, is ended by the same again', async () => {
  const { academy, present, next, releases, archive } = await killAsItSwitches()

  expect(await run(present, ['update.js', archive, '--rehearse'])).toMatchObject({ code: 1 })
  expect(existsSync(join(releases, 'current'))).toBe(false)
  await update(present, archive)

  expect(academy.serving().from).toBe(next)
  expect(realpathSync(join(releases, 'current'))).toBe(next)
  expect(realpathSync(join(releases, 'former'))).toBe(present)
})

test('an update that was killed as it switched, the very first one, is taken back', async () => {
  const { academy, present, next, releases } = await killAsItSwitches()

  expect(await run(present, ['rollback.js'])).toMatchObject({ code: 0 })

  expect(academy.serving().from).toBe(present)
  expect(realpathSync(join(releases, 'current'))).toBe(present)
  expect(realpathSync(join(releases, 'former'))).toBe(next)
})

test('a terminal that goes away as it switches ends no update', async () => {
  const { present, releases, dataDir } = makeAcademy()
  const academy = await keepTrial(present, { DATA_DIR: dataDir, PORT: '0' })
  onTestFinished(async () => {
    await academy.stop()
  })
  const updating = start(present, ['update.js', makeArchive('1.1.0', { held: '' })])
  const next = await comesToServe(releases, '1.1.0')

  updating.kill('SIGHUP')
  rmSync(join(next, 'held'))
  await once(updating, 'exit')

  expect(updating.exitCode).toBe(0)
  expect(realpathSync(join(releases, 'current'))).toBe(next)
})

test('who serves can read what a root wrote that keeps files to itself', async () => {
  const { present, dataDir } = makeAcademy('lib')
  const releases = join(dirname(present), 'academy-releases')
  const noted = join(dataDir, 'update/serving.json')
  const keeper = join(mkdtempSync(join(folder, 'keeper-')), 'start.js')
  writeFileSync(
    keeper,
    `const { readFileSync, statSync, writeFileSync } = require('node:fs')
    const [wanted, noted, from] = process.argv.slice(2)
    const note = (about) =>
      writeFileSync(noted, JSON.stringify({ keeper: process.pid, at: Date.now(), ...about }))
    process.on('SIGUSR2', () =>
      note({ ...JSON.parse(readFileSync(wanted)), mode: statSync(wanted).mode & 0o777 }))
    note({ from })
    setInterval(() => undefined, 1000)`,
  )
  mkdirSync(dirname(noted), { recursive: true })
  children.push(
    spawn(process.execPath, [keeper, join(dataDir, 'update/wanted.json'), noted, present]),
  )
  await vi.waitFor(() => expect(readFileSync(noted, 'utf8')).toContain(present))
  const modes = (): unknown[] => [
    JSON.parse(readFileSync(noted, 'utf8')).mode,
    statSync(releases).mode & 0o777,
  ]

  await update(present, makeArchive('1.1.0'), { umask: '077' })
  expect(modes()).toEqual([0o644, 0o755])
  const back = await run(join(releases, 'current'), ['rollback.js'], { umask: '077' })
  expect(back).toMatchObject({ code: 0 })
  expect(modes()).toEqual([0o644, 0o755])
})

test('what is wanted and cannot be read stands in the way of one switch only', async () => {
  const { present, dataDir } = makeAcademy()
  const academy = await keepTrial(present, { DATA_DIR: dataDir, PORT: '0' })
  onTestFinished(async () => {
    await academy.stop()
  })
  symlinkSync(folder, join(dataDir, 'update/wanted.json'))

  academy.child.kill('SIGUSR2')
  await vi.waitFor(() => expect(academy.serving().failure).toMatch(/EISDIR/))

  await academy.handOverTo(present)
  expect(academy.serving().failure).toBeUndefined()
})

test('one backup stays, that of the last update, and each that was asked for', async () => {
  const { present, releases } = makeAcademy()
  const backups = (): string[] => readdirSync(releases).filter((name) => name.includes('backup'))
  const current = join(releases, 'current')

  await update(present, makeArchive('1.1.0'))
  expect(backups()).toEqual(['before-1.1.0.backup'])
  await update(current, makeArchive('1.2.0'), { words: ['--rehearse'] })
  const refused = makeArchive('1.2.0', { 'src/bootstrap/rehearse-update.ts': 'process.exit(1)' })
  expect(await run(current, ['update.js', refused])).toMatchObject({ code: 1 })
  expect(backups()).toEqual(['before-1.1.0.backup'])

  const asked = join(folder, 'asked.backup')
  await update(current, makeArchive('1.2.0'), { words: ['--rehearse', `--backup=${asked}`] })
  await update(current, makeArchive('1.2.0'))
  expect(backups()).toEqual(['before-1.2.0.backup'])
  expect(existsSync(asked)).toBe(true)
})

/** Version 1.0.0 among its releases, with a data folder of its own. */
function makeAcademy(name = 'releases') {
  const own = mkdtempSync(join(folder, 'academy-'))
  const releases = join(own, name)
  const present = join(releases, name === 'releases' ? 'academy-1.0.0' : 'academy')
  makeRelease(present, '1.0.0')
  return { present, releases, dataDir: dataDirOf(present) }
}

function dataDirOf(release: string): string {
  return join(dirname(dirname(release)), 'data')
}

function makeArchive(version: string, files: Record<string, string> = {}): string {
  const made = join(mkdtempSync(join(folder, 'made-')), `academy-${version}`)
  makeRelease(made, version, files)
  return packTrialRelease(made, dirname(made))
}

/** With a file named `held`, it does not serve before that has gone. */
function makeRelease(release: string, version: string, files: Record<string, string> = {}): void {
  for (const path of ['build/client/assets', 'src/bootstrap', 'node_modules/.bin']) {
    mkdirSync(join(release, path), { recursive: true })
  }
  cpSync('scripts', join(release, 'scripts'), { recursive: true })
  symlinkSync(process.execPath, join(release, 'node_modules/.bin/node'))
  const texts = {
    'package.json': '{"type":"module"}',
    RELEASE: JSON.stringify({ version, platform: `${process.platform}-${process.arch}` }),
    'src/bootstrap/back-up-academy.ts': `import { writeFileSync } from 'node:fs'
      writeFileSync(process.argv[2], 'a backup')`,
    'src/bootstrap/rehearse-update.ts': '',
    'src/main.ts': `import { existsSync, writeFileSync } from 'node:fs'
      process.on('message', (word) => {
        if (word === 'lend') process.send('lent')
        if (word === 'retire') process.exit()
      })
      process.on('SIGTERM', () => process.exit())
      writeFileSync('started', '')
      const opening = setInterval(() => {
        if (existsSync('held')) return
        clearInterval(opening)
        console.log('It is open at http://nowhere')
        process.send('open')
      }, 10)`,
    ...files,
  }
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(release, path), text)
}

/** The newer version serves, and nobody put its links. */
async function killAsItSwitches() {
  const { present, releases, dataDir } = makeAcademy()
  const academy = await keepTrial(present, { DATA_DIR: dataDir, PORT: '0' })
  onTestFinished(async () => {
    await academy.stop()
  })
  const archive = makeArchive('1.1.0', { held: '' })
  const updating = start(present, ['update.js', archive])
  const next = await comesToServe(releases, '1.1.0')
  updating.kill('SIGKILL')
  await once(updating, 'exit')
  rmSync(join(next, 'held'))
  await vi.waitFor(() => expect(academy.serving().from).toBe(next))
  return { academy, present, next, releases, archive }
}

/** Resolves to the folder of a version that was started and does not serve yet. */
async function comesToServe(releases: string, version: string): Promise<string> {
  const next = join(releases, `academy-${version}`)
  await vi.waitFor(() => expect(existsSync(join(next, 'started'))).toBe(true))
  return next
}

async function update(
  from: string,
  archive: string,
  { words = [], umask }: { words?: string[]; umask?: string } = {},
): Promise<void> {
  expect(await run(from, ['update.js', archive, ...words], { umask })).toMatchObject({ code: 0 })
}

async function run(from: string, words: string[], options: { umask?: string | undefined } = {}) {
  const child = start(from, words, options)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

function start(
  from: string,
  words: string[],
  { umask = '022' }: { umask?: string | undefined } = {},
): ChildProcess {
  const child = spawn(
    'sh',
    ['-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, `scripts/${words[0]}`].concat(
      words.slice(1),
    ),
    {
      cwd: from,
      env: { PATH: process.env['PATH'], DATA_DIR: dataDirOf(from) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  children.push(child)
  return child
}
