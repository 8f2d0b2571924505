import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from './prepare.js'
import { outliveTerminal, root } from './run.js'

// From one version that lies here to another: the address is handed over, then the links say which is
// started from now on. Killed before that, the former one starts, on whatever schema: it can.

const carriedForInMs = 7 * 24 * 3_600_000

/** The version that serves, or would be started here, and where versions lie side by side. */
export function findServing() {
  const parent = dirname(realpathSync(root))
  const releases =
    process.env.RELEASES_DIR ??
    (/^(academy-)?releases$/.test(basename(parent)) ? parent : join(parent, 'academy-releases'))
  const dataDir = resolve(root, process.env.DATA_DIR || './data')
  const noted = readJson(join(dataDir, 'update/serving.json'))
  const serving = noted && isKeeper(noted.keeper) ? noted : null
  // Root may ask, and the service's user wrote that note: only what root put there is run.
  const known = serving && dirname(serving.from) === releases ? serving.from : root
  const from = realpathSync(known)
  endLinking(releases)
  return {
    from,
    release: readJson(join(from, 'RELEASE')),
    releases,
    dataDir,
    keeper: serving?.keeper,
  }
}

/** Ends with a sentence if the next one does not come to serve; the present one then goes on. */
export async function switchTo(next, present) {
  const { dataDir, keeper, releases } = present
  outliveTerminal()
  if (keeper !== undefined) {
    const updateDir = join(dataDir, 'update')
    writeJson(join(updateDir, 'wanted.json'), { from: next.from })
    const since = Date.now()
    process.kill(keeper, 'SIGUSR2')
    const noted = await waitForNote(join(updateDir, 'serving.json'), { since, keeper })
    if (noted.failure !== undefined) fail(`${noted.failure} The academy serves as before.`)
    if (noted.from !== next.from) fail(`${next.from} is gone. The academy serves as before.`)
  }
  linkVersions(releases, { current: next.from, former: present.from })
}

/** What is started from now on, and the way back. */
export function linkVersions(releases, { current, former }) {
  mkdirSync(releases, { recursive: true, mode: 0o755 })
  prepareLink(releases, 'former', former)
  prepareLink(releases, 'current', current)
  putLink(releases, 'current')
  endLinking(releases)
  forgetOthers(releases, [current, former])
}

/** What would be started now; another than what serves where a switch was killed before its links. */
export function findStarted({ releases }) {
  return linked(releases, 'current') ?? realpathSync(root)
}

/** The version before: what would be started, if that is another than what serves; else the way back. */
export function findFormer(present) {
  const started = findStarted(present)
  return started === present.from ? linked(present.releases, 'former') : started
}

/** Where a link leads; null if nothing is there. */
export function linked(releases, name) {
  try {
    return realpathSync(join(releases, name))
  } catch {
    return null
  }
}

async function waitForNote(file, { since, keeper }) {
  for (;;) {
    await delay(100)
    const noted = readJson(file)
    if (noted !== null && noted.at >= since) return noted
    if (!isKeeper(keeper)) fail('The academy ended meanwhile. It starts as the version before.')
  }
}

/**
 * Pages that are open ask for scripts of the version that they came with. Names carry a hash, so they lie
 * beside the new ones: those of the version before, and what that one carried along for less than a week.
 */
export function carryAssets(from, to) {
  const [own, theirs] = [from, to].map((folder) => join(folder, 'build/client/assets'))
  const there = new Set(readdirSync(theirs))
  const carried = readJson(join(from, 'build/carried.json')) ?? {}
  const now = Date.now()
  const kept = {}
  for (const name of readdirSync(own)) {
    const since = carried[name] ?? now
    if (there.has(name) || now - since > carriedForInMs) continue
    copyFileSync(join(own, name), join(theirs, name))
    kept[name] = since
  }
  writeJson(join(to, 'build/carried.json'), kept)
}

/**
 * The one that serves and the way back stay, and what something still runs from, such as the database; also
 * what is no version, as a backup or a data folder that somebody has here.
 */
function forgetOthers(releases, kept) {
  for (const name of readdirSync(releases)) {
    const path = join(releases, name)
    const isVersion = name.startsWith('academy-') && readJson(join(path, 'RELEASE')) !== null
    if (!isVersion || kept.includes(realpathSync(path))) continue
    if (!isRunFrom(path)) rmSync(path, { recursive: true, force: true })
  }
}

/** Whether a program of this folder runs. Where the system does not tell, it may. */
export function isRunFrom(folder) {
  if (!existsSync('/proc/self/exe')) return true
  const path = realpathSync(folder)
  return readdirSync('/proc').some((pid) => readProgram(pid)?.startsWith(`${path}/`))
}

/** Null for what is no process, has ended, or is another user's. */
function readProgram(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return null
  }
}

function prepareLink(releases, name, to) {
  const path = join(releases, `${name}.new`)
  rmSync(path, { force: true })
  symlinkSync(to, path)
}

function putLink(releases, name) {
  renameSync(join(releases, `${name}.new`), join(releases, name))
}

/** The way back goes with the switch, also if that was killed between its two links. */
function endLinking(releases) {
  const former = linked(releases, 'former.new')
  const current = linked(releases, 'current')
  if (former !== null && current !== null && former !== current) putLink(releases, 'former')
}

function isKeeper(pid) {
  try {
    return /(start|academy)\.js/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function writeJson(path, content) {
  rmSync(`${path}.new`, { force: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(content)}\n`, { flag: 'wx' })
  renameSync(`${path}.new`, path)
}
