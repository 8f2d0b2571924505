import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { openDatabase } from '../../src/platform/database/database.ts'
import { openClient } from '../../src/platform/database/open-client.ts'
import { choosePlace, socketUrl } from '../../src/platform/embedded/place.ts'
import { applicationDatabase, superuser } from '../../src/platform/embedded/roles.ts'
import { openProvider } from '../payments/open-provider.ts'
import { makeLearners } from '../payments/people.ts'
import { checkOutFormer } from './check-out-former.ts'
import { keepTrial } from './keep-trial.ts'
import { makeTrialRelease, packTrialRelease } from './make-trial-release.ts'
import { streamRequests } from './stream-of-requests.ts'

/** Of those who were there before: nothing of theirs may change. */
const filled = "learner_id::text like '00000000-0000-7000-8000-%'"

/**
 * A state from the history with learners of its own schema becomes the present one while people read and
 * buy: by the update, or by a restart where the former state knows of none. Resolves to what was found.
 */
export async function updateFormer(given: string, learners: number): Promise<string[]> {
  const former = checkOutFormer(given)
  const folder = await mkdtemp(join(tmpdir(), 'academy-former-'))
  await chmod(folder, 0o755)
  const releases = join(folder, 'releases')
  const { port, provider, keys } = await openProvider(join(folder, 'provider'))
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...keys,
    RAZORPAY_API_URL: provider.url,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'error',
    SEED: 'none',
    ADMIN_PASSWORD: 'administrators password',
  }
  const handsOver = existsSync(join(former.folder, 'scripts/keep.js'))
  const at = handsOver
    ? makeTrialRelease(releases, { version: '0.0.1', root: former.folder })
    : former.folder
  const old = spawn(process.execPath, ['scripts/start.js'], {
    cwd: at,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(url, old)
  const place = choosePlace({ info: () => undefined, warn: () => undefined }, env.DATA_DIR)
  const owner = socketUrl(place, superuser, applicationDatabase)
  const courseIds = await fill(owner, former.folder, learners)
  const database = openDatabase({ url: owner, poolSize: 1, onIdleError: () => undefined })
  const buyers = await makeLearners(database.db, 2000)
  await database.close()
  const before = await countAll(owner)

  const stream = streamRequests({
    url,
    learners: buyers,
    courseIds,
    provider,
    isPatient: !handsOver,
  })
  await stream.sell(5)
  const since = Date.now()
  const trial = { version: '1.0.0' }
  let stop: () => Promise<number | null>
  let awayInMs = 0
  if (handsOver) {
    const archive = packTrialRelease(makeTrialRelease(join(folder, 'made'), trial), folder)
    const updating = spawn(process.execPath, ['scripts/update.js', archive], {
      cwd: at,
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'inherit',
    })
    const [code] = await once(updating, 'close')
    if (code !== 0) throw new Error(`The update ended with ${code}.`)
    stop = () => endByTerm(old)
  } else {
    const next = makeTrialRelease(releases, trial)
    const stoppedAt = Date.now()
    await endByTerm(old)
    const academy = await keepTrial(next, env)
    await untilReady(url, academy.child)
    awayInMs = Date.now() - stoppedAt
    stop = () => academy.stop()
  }
  const tookInMs = Date.now() - since
  await stream.sell(5)
  const { requests, sold, failures } = await stream.end()
  const after = await countAll(owner)
  const faults = compare(before, after, { sold, unsure: failures.length })
  if (handsOver && failures.length > 0) faults.push(`failed: ${failures.slice(0, 3).join(' | ')}`)
  const exitCode = await stop()
  if (exitCode !== 0) faults.push(`the stop ended with ${exitCode}`)
  await provider.stop()
  await rm(folder, { recursive: true, force: true })
  console.log({ from: former.commit, learners, by: handsOver ? 'an update' : 'a restart' })
  console.log({ tookInMs, awayInMs, requests, failed: failures.length, sold, ...after })
  return faults
}

/** By the former state's own statements, as its schema wants them. */
async function fill(owner: string, folder: string, learners: number): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: owner, max: 2 })
  const own = await import(pathToFileURL(join(folder, 'bench/support/fill-database.ts')).href)
  await own.fillCatalogue(pool)
  await own.fillLearners(pool, { from: 1, to: learners })
  const { rows } = await pool.query<{ id: string }>('select id from courses order by id')
  await pool.end()
  return rows.map(({ id }) => id)
}

type Counts = Record<string, string>

async function countAll(owner: string): Promise<Counts> {
  const client = await openClient(owner)
  const { rows } = await client.query("select to_regclass('orders') is not null as renamed")
  const orders = rows[0].renamed ? 'orders' : 'payments'
  const counted = await client.query<Counts>(`select
    (select count(*) from users)::text as users,
    (select count(*) from sessions)::text as sessions,
    (select count(*) from certificates)::text as certificates,
    (select count(*) from ${orders} where ${filled})::text as orders,
    (select sum(amount_in_paise) from ${orders} where ${filled})::text as paise,
    (select count(*) from ${orders} where ${filled} and completed_at is not null)::text as paid,
    (select count(*) from course_progress where ${filled})::text as courses,
    (select count(*) from video_progress where ${filled})::text as videos,
    (select sum(played_in_seconds)::bigint from video_progress where ${filled})::text as seconds,
    (select count(*) from entitlements where ${filled})::text as owned,
    (select count(*) from access_ledger where ${filled})::text as ledger,
    (select count(*) from receipts)::text as receipts,
    (select count(*) from entitlements where not ${filled})::text as bought`)
  await client.end()
  return counted.rows[0] ?? {}
}

/** A buyer who was not answered may have bought all the same: the provider told the academy. */
function compare(before: Counts, after: Counts, stream: { sold: number; unsure: number }) {
  const faults: string[] = []
  const grows = new Set(['receipts', 'bought'])
  for (const [name, count] of Object.entries(before)) {
    if (!grows.has(name) && after[name] !== count) {
      faults.push(`${name}: ${count} before, ${after[name]} after`)
    }
    const more = Number(after[name]) - Number(count)
    if (grows.has(name) && (more < stream.sold || more > stream.sold + stream.unsure)) {
      faults.push(`${name}: ${more} more, ${stream.sold} were sold`)
    }
  }
  return faults
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    if (child.exitCode !== null) throw new Error(`The academy ended with ${child.exitCode}.`)
    await delay(50)
  }
}

async function endByTerm(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return child.exitCode
}
