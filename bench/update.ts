import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/platform/database/database.ts'
import { withClient } from '../src/platform/database/open-client.ts'
import { choosePlace, socketUrl } from '../src/platform/embedded/place.ts'
import { applicationDatabase, ownerRole } from '../src/platform/embedded/roles.ts'
import { findFreePair } from '../tests/support/find-free-pair.ts'
import { makeCourses, makeLearners } from './payments/people.ts'
import { startProvider } from './payments/provider.ts'
import { keepTrial } from './support/keep-trial.ts'
import { makeTrialRelease, packTrialRelease } from './support/make-trial-release.ts'
import { streamRequests } from './support/stream-of-requests.ts'
import { updateFormer } from './support/update-former.ts'

// `npm run bench:update -- --learners 100000 --kills 10`: an academy with its own database is updated and
// taken back while people read and buy, then killed with all its processes at moments of more updates.
// `--from COMMIT`: a state from the history becomes the present one instead.

const { values: options } = parseArgs({
  options: {
    learners: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '10' },
    workers: { type: 'string', default: '1' },
    from: { type: 'string' },
  },
})
if (options.from !== undefined) end(await updateFormer(options.from, Number(options.learners)))
const folder = await mkdtemp(join(tmpdir(), 'academy-update-'))
await chmod(folder, 0o755)
const releases = join(folder, 'releases')
const dataDir = join(folder, 'data')
const present = makeTrialRelease(releases, { version: '1.0.0' })
const port = await findFreePair()
const url = `http://127.0.0.1:${port}`
const keys = {
  RAZORPAY_KEY_ID: 'rzp_test_update',
  RAZORPAY_KEY_SECRET: 'update-key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'update-webhook-secret',
}
const provider = await startProvider({
  port: port + 1,
  dataDir: join(folder, 'provider'),
  academyUrl: url,
  keys,
})
const env = {
  ...keys,
  RAZORPAY_API_URL: provider.url,
  DATA_DIR: dataDir,
  PORT: String(port),
  WORKERS: options.workers,
  LOG_LEVEL: 'error',
}
let academy = await keepTrial(present, env)
const database = openDatabase({ url: urlOf(), poolSize: 2, onIdleError: () => undefined })
const learners = await makeLearners(database.db, Number(options.learners))
const courseIds = await makeCourses(database.db, 10)
const faults: string[] = []
const expectThat = (is: boolean, fault: string): void => {
  if (!is) faults.push(fault)
}

const stream = streamRequests({ url, learners, courseIds, provider })
await stream.sell(5)
const took: Record<string, number> = {}
const next = packNext('1.1.0')
const updated = await timed('update', () => endOf(runScript('update.js', next)))
expectThat(updated === 0, `the update ended with ${updated}`)
expectThat(servedVersion() === '1.1.0', `${servedVersion()} serves after the update`)
await stream.sell(5)
const back = await timed('rollback', () => endOf(runScript('rollback.js')))
expectThat(back === 0 && servedVersion() === '1.0.0', 'the rollback did not come to its end')
await stream.sell(5)
const { requests, sold, failures } = await stream.end()
expectThat(failures.length === 0, `${failures.length} failed: ${failures.slice(0, 3).join(' | ')}`)
await expectSold(sold)
console.log({ requests, failed: failures.length, sold, took })

const lastsInMs = took['update'] ?? 0
for (let kill = 0; kill < Number(options.kills); kill += 1) {
  const archive = packNext(`1.${kill + 2}.0`)
  const update = runScript('update.js', archive)
  await delay((lastsInMs * (kill + 0.5)) / Number(options.kills))
  killAll([update.pid, academy.child.pid, academy.serving().process])
  await once(academy.child, 'close')
  await delay(500) // who lost its keeper stops by itself
  const current = join(releases, 'current')
  const from = existsSync(current) ? realpathSync(current) : present
  academy = await keepTrial(from, env)
  const { status } = await fetch(`${url}/readyz`)
  expectThat(status === 200, `killed at ${kill}: ${status}`)
  await expectSold(sold)
  console.log(`killed at ${kill + 1} of ${options.kills}: ${servedVersion()} serves`)
}
await database.close()
const exitCode = await academy.stop()
expectThat(exitCode === 0, `the stop ended with ${exitCode}`)
await provider.stop()
await rm(folder, { recursive: true, force: true })
end(faults)

function end(found: string[]): never {
  console.log(found.length === 0 ? 'Nothing was found.' : found.join('\n'))
  process.exit(found.length === 0 ? 0 : 1)
}

function urlOf(): string {
  const place = choosePlace({ info: () => undefined, warn: () => undefined }, dataDir)
  return socketUrl(place, ownerRole, applicationDatabase)
}

/** With one more migration than the one before. */
function packNext(version: string): string {
  const count = Number(version.split('.')[1])
  const files = Array.from({ length: count }, (_, at) => [
    `migrations/90${String(at).padStart(2, '0')}-trial.sql`,
    `create table trial_${at} (id integer);`,
  ])
  const release = makeTrialRelease(join(folder, 'made'), {
    version,
    files: Object.fromEntries(files),
  })
  return packTrialRelease(release, join(folder, version))
}

/** As an operator would: by the command of what serves. */
function runScript(script: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [`scripts/${script}`, ...args], {
    cwd: academy.serving().from,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function endOf(child: ChildProcess): Promise<number | null> {
  await once(child, 'close')
  return child.exitCode
}

async function timed<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
  const since = Date.now()
  const value = await run()
  took[what] = Date.now() - since
  return value
}

function servedVersion(): string {
  return /academy-([\d.]+)-/.exec(academy.serving().from)?.[1] ?? '?'
}

function killAll(pids: (number | undefined)[]): void {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    } catch {
      // it has ended
    }
  }
}

/** Every sale that was acknowledged, its money, and receipts without a gap. */
async function expectSold(wanted: number): Promise<void> {
  const { rows } = await withClient(urlOf(), (client) =>
    client.query<{ access: number; receipts: number; last: number }>(
      `select (select count(*)::int from entitlements) as access,
        (select count(*)::int from receipts) as receipts,
        (select coalesce(sum(last_number), 0)::int from receipt_series) as last`,
    ),
  )
  const [found] = rows
  expectThat(found?.access === wanted, `${wanted} were sold, ${found?.access} are there`)
  expectThat(found?.receipts === found?.last, 'receipts have a gap')
}
