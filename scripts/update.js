import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { callersFolder, fail } from './prepare.js'
import { projectEnvironment, run } from './run.js'
import {
  carryAssets,
  findServing,
  findStarted,
  isRunFrom,
  linked,
  linkVersions,
  switchTo,
} from './switch.js'

// `academy update FILE [--rehearse] [--sha256=SUM] [--backup=FILE]` (docs/decisions/0118). Until the last
// step nothing of the academy is touched: killed anywhere, it serves and starts as it did.

// Who serves, another user, reads what is put here. A backup says itself that it is its owner's only.
process.umask(0o022)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rehearse: { type: 'boolean', default: false },
    sha256: { type: 'string' },
    backup: { type: 'string' },
  },
})
const [given] = positionals
if (given === undefined || positionals.length > 1) {
  fail('Name the archive: academy update academy-VERSION-PLATFORM.tar.xz [--rehearse]')
}
const archive = resolve(callersFolder, given)
const asked = options.backup && resolve(callersFolder, options.backup)
const present = findServing()
if (present.release === null) fail('This is a checkout: take the newer commit, then npm start.')

const step = (line) => console.log(line)
step(`Serving ${present.release.version} from ${present.from}.`)
await checkSum(archive)
const next = await unpack(archive)
const backup = asked ?? nameBackup('rehearsal', next.release.version)
// It holds every film: only what was asked for stays where nothing is switched.
process.once('exit', () => asked ?? rmSync(backup, { force: true }))
const env = projectEnvironment({ NODE_ENV: 'production', DATA_DIR: present.dataDir })
step(`Making a backup: ${backup}`)
await runIn(present.from, 'src/bootstrap/back-up-academy.ts', backup)
step('Rehearsing beside the academy, with that backup…')
const startedAt = Date.now()
await runIn(next.from, 'src/bootstrap/rehearse-update.ts', backup)
step(`The rehearsal took ${Math.ceil((Date.now() - startedAt) / 6_000) / 10} minutes.`)
if (options.rehearse) step('Nothing was changed.')
else {
  const stays = asked ?? nameBackup('before', next.release.version)
  renameSync(backup, stays)
  step(`The backup stays: ${stays}\nSwitching to ${next.release.version}…`)
  carryAssets(present.from, next.from)
  await switchTo(next, present)
  endUpdate(next.release.version)
}

function nameBackup(kind, version) {
  return join(present.releases, `${kind}-${version}.backup`)
}

/** The backup of this update stays, those of earlier ones go. */
function endUpdate(version) {
  for (const name of readdirSync(present.releases)) {
    const path = join(present.releases, name)
    if (!/^(before|rehearsal)-\d.*\.backup$/.test(name)) continue
    if (path !== asked && path !== nameBackup('before', version)) rmSync(path)
  }
  step(`${version} serves. Back within a minute: academy rollback`)
}

/** If the archive is what serves, but not what is started from now on: the switch was killed in between. */
function endBegunSwitch(release) {
  const started = findStarted(present)
  const serves = JSON.stringify(release) === JSON.stringify(present.release)
  if (options.rehearse || !serves || started === present.from) return
  linkVersions(present.releases, { current: present.from, former: started })
  endUpdate(release.version)
  process.exit()
}

/** By the sums that stand beside it, or as it was given. */
async function checkSum(file) {
  const beside = join(dirname(file), 'SHA256SUMS')
  const lines = existsSync(beside) ? readFileSync(beside, 'utf8').split('\n') : []
  const line = lines.find((text) => text.endsWith(`  ${basename(file)}`))
  const wanted = options.sha256 ?? line?.split(' ')[0]
  if (!existsSync(file)) fail(`There is no ${file}.`)
  if (wanted === undefined) {
    fail(
      `No sum of ${basename(file)} is known: put SHA256SUMS of its release beside it, or give --sha256=SUM.`,
    )
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== wanted.toLowerCase()) {
    fail(`${file} is not the archive of the release: its sum is another one. Fetch it again.`)
  }
}

/** Beside the others, whole or not at all. */
async function unpack(file) {
  mkdirSync(present.releases, { recursive: true, mode: 0o755 })
  const prefix = join(present.releases, '.unpacking-')
  for (const name of readdirSync(present.releases)) {
    if (name.startsWith('.unpacking-')) rmSync(join(present.releases, name), { recursive: true })
  }
  const work = mkdtempSync(prefix)
  const code = await run('tar', ['-xf', file, '--no-same-owner', '-C', work])
  if (code !== 0) fail('The archive cannot be unpacked: nothing was changed.')
  const [name, ...more] = readdirSync(work)
  const unpacked = join(work, name ?? '')
  const release = readRelease(unpacked)
  const refusal = refuse(release, more)
  if (refusal !== null) {
    rmSync(work, { recursive: true })
    endBegunSwitch(release)
    fail(refusal)
  }
  const to = join(present.releases, name)
  // One that was unpacked for an update that did not come to its end; not what serves, or did before.
  if (
    existsSync(to) &&
    [present.from, linked(present.releases, 'former')].includes(realpathSync(to))
  ) {
    rmSync(work, { recursive: true })
    fail(`${to} is here already: it serves, or academy rollback goes to it.`)
  }
  if (existsSync(to) && isRunFrom(to)) {
    rmSync(work, { recursive: true })
    fail(`Something still runs from ${to}: restart the academy first.`)
  }
  rmSync(to, { recursive: true, force: true })
  renameSync(unpacked, to)
  rmSync(work, { recursive: true })
  return { from: realpathSync(to), release }
}

function readRelease(unpacked) {
  try {
    return JSON.parse(readFileSync(join(unpacked, 'RELEASE'), 'utf8'))
  } catch {
    return null
  }
}

function refuse(release, more) {
  if (release === null || more.length > 0) return 'The archive holds no release of an academy.'
  const { platform, version } = present.release
  if (release.platform !== platform) {
    return `The archive is for ${release.platform}, and this academy runs on ${platform}.`
  }
  if (!isNewer(release.version, version)) {
    return `The archive holds ${release.version}, which is not newer than ${version}. Back: academy rollback`
  }
  return null
}

/** By SemVer; what comes before a release (-rc.1) goes for the release. */
function isNewer(one, other) {
  const [a, b] = [one, other].map((version) => version.split(/[-+]/)[0].split('.').map(Number))
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && a[at] > b[at]
}

async function runIn(from, program, ...args) {
  const node = join(from, 'node_modules/.bin/node')
  const code = await run(node, [join(from, program), ...args], { env, cwd: from })
  if (code !== 0) fail('Nothing was changed: the academy serves as before.')
}
