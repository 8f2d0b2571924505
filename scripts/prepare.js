import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { machineEnvironment, projectEnvironment, quickStart, root, run, runQuietly } from './run.js'

const installStamp = join(root, 'node_modules', '.academy-installed')
const buildStamp = join(root, 'build', '.academy-built')

/** Five seconds. */
const tellAfterTries = 25

/** A release was installed and built where it was made. */
const isRelease = existsSync(join(root, 'RELEASE'))

/** The project's own Node, which is newer than the machine's may be. */
export function nodePath(from = root) {
  return join(from, 'node_modules', '.bin', 'node')
}

/** Makes node_modules match package-lock.json. Does nothing when it does. */
export async function ensureInstalled() {
  if (isRelease || isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    if (!matchesLockfile()) await install()
    await ensureNode()
    writeFileSync(installStamp, lockfileHash())
  })
}

/** Makes the production build match the sources. Does nothing when it does. */
export async function ensureBuilt() {
  const { code, output } = await tryBuild()
  if (code !== 0) fail(`${output}\nThe build failed.`)
}

/** The same, and resolves with the build's exit code and all it printed. */
export async function tryBuild() {
  const done = { code: 0, output: '' }
  if (isRelease || readIfThere(buildStamp) === sourcesHash()) return done
  return alone(async () => {
    const hash = sourcesHash()
    if (readIfThere(buildStamp) === hash) return done
    console.error('Building the pages…')
    const env = projectEnvironment({ NODE_ENV: 'production' })
    const result = await runQuietly('react-router', ['build'], { env })
    if (result.code === 0) writeFileSync(buildStamp, hash)
    return result
  })
}

/** Where the person stands: npm runs us in the project's folder, and files are meant from there. */
export const callersFolder = process.env.INIT_CWD ?? process.cwd()

/** Runs a command of the academy to its end, and ends with its exit code. */
export async function runCommand(file, words) {
  await ensureInstalled()
  process.exitCode = await run('node', [...quickStart, file, ...words], {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  })
}

/** Ends the script with a sentence for a person. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isInstalled() {
  return readIfThere(installStamp) === lockfileHash() && existsSync(nodePath())
}

/** Somebody may have run `npm ci` by hand: npm leaves a list of what it installed. */
function matchesLockfile() {
  const installed = readInstalled()
  const wanted = Object.entries(JSON.parse(readLockfile()).packages)
  const differs = ([path, { version, optional }]) =>
    path !== '' && installed[path]?.version !== version && !(optional && !installed[path])
  return Object.keys(installed).length > 0 && !wanted.some(differs)
}

/** Nothing where the list cannot be read: the power may have gone while it was written. */
function readInstalled() {
  try {
    return JSON.parse(readIfThere(join(root, 'node_modules', '.package-lock.json'))).packages ?? {}
  } catch {
    return {}
  }
}

async function install() {
  console.error('Installing packages, which takes a minute the first time…')
  const first = await npm('ci')
  if (first.code === 0) return
  // `npm ci` refuses a lockfile written where the registry lacks the packages of other platforms.
  const second = first.output.includes('EUSAGE') ? await npm('install', '--no-save') : first
  if (second.code !== 0 || !matchesLockfile()) {
    fail(`${second.output}\nInstalling packages failed (npm ci).`)
  }
}

function npm(...command) {
  // Building needs the development packages, whatever the machine's npm is set to.
  const options = ['--include=dev', '--include=optional', '--prefer-offline', '--loglevel=error']
  return runQuietly('npm', [...command, ...options, '--no-audit', '--no-fund'], {
    env: machineEnvironment({ NODE_ENV: 'development' }),
  })
}

/** The `node` package downloads its program in an install script, which npm may have been told not to run. */
async function ensureNode() {
  if (nodeRuns()) return
  const cwd = join(root, 'node_modules', 'node')
  const { output } = await runQuietly('node', ['installArchSpecificPackage'], {
    cwd,
    env: machineEnvironment(),
  })
  const isLinked = lstatSync(nodePath(), { throwIfNoEntry: false }) !== undefined
  if (!isLinked) symlinkSync('../node/bin/node', nodePath())
  if (nodeRuns()) return
  fail(
    `${output}\nThe project's own Node (node_modules/.bin/node) is missing. ` +
      `Run "npm rebuild node" in ${root}, then try again.`,
  )
}

function nodeRuns() {
  return spawnSync(nodePath(), ['--version'], { stdio: 'ignore' }).status === 0
}

function lockfileHash() {
  const hash = createHash('sha256').update(readLockfile())
  return hash.update(`${process.platform} ${process.arch}`).digest('hex')
}

function readLockfile() {
  return readFileSync(join(root, 'package-lock.json'), 'utf8')
}

/** By size and time of change: reading every file would cost more than a start may. */
function sourcesHash() {
  const hash = createHash('sha256')
  const configs = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts']
  const folders = ['src', 'public', 'languages'].flatMap(listSources)
  for (const path of [...configs, ...folders]) {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

function listSources(folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join((entry.parentPath ?? entry.path).slice(root.length), entry.name))
    .sort()
}

/** Two commands may find the same thing missing at once: the second waits, and then finds it there. */
async function alone(work) {
  const lock = join(root, '.cache', 'prepare.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (let tries = 1; !tryLock(lock); tries += 1) {
    if (tries === tellAfterTries) tellHolder(lock)
    await delay(200)
  }
  const unlock = () => rmSync(lock, { force: true })
  process.once('exit', unlock)
  const result = await work()
  process.off('exit', unlock)
  unlock()
  return result
}

function tryLock(lock) {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const { pid, start } = readHolder(lock)
  // After a power cut the number may be another's.
  if (pid === process.pid || !isAlive(pid) || startOf(pid) !== start) rmSync(lock, { force: true })
  return false
}

function tellHolder(lock) {
  const { pid } = readHolder(lock)
  console.error(`Waiting for process ${pid}, which installs or builds here (${lock})…`)
}

function readHolder(lock) {
  const [pid, start = ''] = (readIfThere(lock) || `${process.pid}`).split(' ')
  return { pid: Number(pid), start }
}

/** When it began, in ticks since the machine did; empty where there is no /proc. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] // field 22; the name may hold blanks
  } catch {
    return ''
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
