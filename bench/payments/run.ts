import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { choosePlace, socketUrl } from '../../src/platform/embedded/place.ts'
import { applicationDatabase, ownerRole } from '../../src/platform/embedded/roles.ts'
import { startCluster } from '../cluster/start-cluster.ts'
import { createAcademyClient } from './academy-client.ts'
import { type AcademyProcess, createAcademyProcess } from './academy-process.ts'
import { createChance } from './chance.ts'
import { drive } from './drive.ts'
import { bringClockForward, type HealingRun, makeDue, waitForReconciler } from './heal.ts'
import { killServer } from './kill-processes.ts'
import { makeShop, registerSeller } from './make-shop.ts'
import { openProvider } from './open-provider.ts'
import type { BenchOptions } from './options.ts'
import { makeAdministrator, makeCourses, makeLearners } from './people.ts'
import type { Provider } from './provider.ts'
import { isClean, makeReport, type Report } from './report.ts'
import { settleAccounts } from './settle-accounts.ts'
import { createTally } from './tally.ts'
import type { World } from './world.ts'

/** Runs everything in a folder of its own, which is kept if anything was found. */
export async function runPaymentsBench(
  options: BenchOptions,
  say: (line: string) => void,
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-payments-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
  const { port, provider, keys } = await openProvider(join(folder, 'provider'))
  const env = {
    ...keys,
    RAZORPAY_API_URL: provider.url,
    LOG_LEVEL: 'error',
    WORKERS: String(options.workers),
  }
  const { academy, databaseUrl } = options.cluster
    ? await openCluster({ folder, sitePort: port, env: { ...env, SEED: 'none' } })
    : openSingle({ port, dataDir: join(folder, 'data'), logPath: join(folder, 'server.log'), env })
  const limit = new AbortController()
  try {
    await academy.start()
    const report = await Promise.race([
      runInside({ options, academy, provider, say, databaseUrl }),
      failAfter(options.limitInSeconds, limit.signal),
    ])
    const exitCode = await academy.stop()
    if (exitCode !== 0) report.breaches.push(`asked to stop, the server exited with ${exitCode}`)
    await provider.stop()
    if (isClean(report) && !options.keep) await rm(folder, { recursive: true, force: true })
    else say(`Everything is kept in ${folder}`)
    return report
  } finally {
    limit.abort()
    await academy.stop()
    if (!options.cluster) await academy.killDatabase() // left over only if the run broke off between a kill and a start
    await provider.stop()
  }
}

interface Parts {
  options: BenchOptions
  academy: AcademyProcess
  provider: Provider
  say: (line: string) => void
  databaseUrl: string
}

interface Opened {
  academy: AcademyProcess
  databaseUrl: string
}

function openSingle(options: Parameters<typeof createAcademyProcess>[0]): Opened {
  const silent = { info: () => undefined, warn: () => undefined }
  const place = choosePlace(silent, options.dataDir)
  return {
    academy: createAcademyProcess(options),
    databaseUrl: socketUrl(place, ownerRole, applicationDatabase),
  }
}

async function openCluster(options: Parameters<typeof startCluster>[0]): Promise<Opened> {
  const academy = await startCluster(options)
  return { academy, databaseUrl: academy.databaseUrl }
}

async function runInside({ options, academy, provider, say, databaseUrl }: Parts): Promise<Report> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 3,
    onIdleError: () => undefined,
  })
  const query = persistently(database.db)
  const purchases = createTally()
  const learnerCount = Math.max(2, Math.ceil(options.purchases * 0.7))
  const administrator = await query(makeAdministrator)
  const courseIds = await query((db) => makeCourses(db, 6))
  const by = administrator.id
  await query((db) => registerSeller(db, by))
  const shop = await query((db) => makeShop(db, { courseIds, purchases: options.purchases, by }))
  const world: World = {
    options,
    academy: createAcademyClient(academy.url, purchases),
    process: academy,
    provider,
    query,
    learners: await query((db) => makeLearners(db, learnerCount)),
    administrator,
    courseIds,
    shop,
    purchases,
    faults: createTally(),
    absences: { server: [], database: [] },
    breaches: [],
  }
  try {
    const drivenInSeconds = await drive(world)
    say(`${options.purchases} purchases driven in ${drivenInSeconds} s; now healing…`)
    const healingRun = await heal(world)
    say(
      `Healed, in ${Math.round(performance.now() / 1000)} s since the start; now comparing books…`,
    )
    return await makeReport(world, { drivenInSeconds, healingRun })
  } finally {
    await database.close()
  }
}

/** Without patience the clock is brought forward at once, under one more kill. */
async function heal(world: World): Promise<HealingRun> {
  const chance = createChance(world.options.seed, 'healing')
  if (world.options.serverKills > 0) {
    if (world.options.patienceInSeconds === 0) await makeDue(world)
    await killServer(world)
  }
  const healingRun = await waitForReconciler(world)
  healingRun.broughtForward = await bringClockForward(world, chance)
  await settleAccounts(world)
  return healingRun
}

function persistently(db: Database): World['query'] {
  return async (ask) => {
    const until = Date.now() + 60_000
    for (;;) {
      try {
        return await ask(db)
      } catch (error) {
        if (Date.now() > until) throw error
        await delay(100) // the database has just been killed
      }
    }
  }
}

async function failAfter(seconds: number, signal: AbortSignal): Promise<never> {
  await delay(seconds * 1000, undefined, { signal })
  throw new Error(`The run was not over after ${seconds} seconds`)
}
