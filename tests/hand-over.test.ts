import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../bench/payments/open-provider.ts'
import { makeAdministrator, makeCourses, makeLearners } from '../bench/payments/people.ts'
import { keepTrial } from '../bench/support/keep-trial.ts'
import { makeTrialRelease, packTrialRelease } from '../bench/support/make-trial-release.ts'
import {
  downloadSlowly,
  streamRequests,
  uploadSlowly,
} from '../bench/support/stream-of-requests.ts'
import { findFreePair } from './support/find-free-pair.ts'
import { requireBuild } from './support/require-build.ts'
import { openTestDatabase } from './support/test-database.ts'

const database = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'academy-hand-over-'))
const large = { path: '/assets/large-12345678.json', sizeInBytes: 24_000_000 }
let present = ''
let next = ''
beforeAll(async () => {
  requireBuild()
  await chmod(folder, 0o755)
  present = makeTrialRelease(join(folder, 'releases'), { version: '1.0.0' })
  writeFileSync(join(present, 'build/client', large.path), 'x'.repeat(large.sizeInBytes))
  next = makeTrialRelease(join(folder, 'next'), {
    version: '1.1.0',
    files: { 'migrations/9000-trial.sql': 'create table update_trials (id integer primary key);' },
  })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a newer version takes over and the former comes back: nobody who reads, buys, uploads or downloads notices', async () => {
  const { port, provider, keys } = await openProvider(join(folder, 'provider'))
  const url = `http://127.0.0.1:${port}`
  onTestFinished(() => provider.stop())
  const academy = await keepTrial(present, {
    ...keys,
    RAZORPAY_API_URL: provider.url,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
  })
  onTestFinished(async () => {
    await academy.stop()
  })
  const learners = await makeLearners(database.db, 200)
  const courseIds = await makeCourses(database.db, 10)
  const staff = await makeAdministrator(database.db)
  const upload = await uploadSlowly(url, staff, courseIds[0] ?? '')
  const download = await downloadSlowly(url, large.path)

  const stream = streamRequests({ url, learners, courseIds, provider })
  await stream.sell(3)
  await academy.handOverTo(next)
  await stream.sell(3)
  const { rows } = await database.pool.query('select to_regclass($1) as made', ['update_trials'])
  await academy.handOverTo(present) // on the newer schema
  await stream.sell(3)
  const sent = await upload.end()
  const received = await download.end()
  const { sold, failures } = await stream.end()

  expect(rows).toEqual([{ made: 'update_trials' }])
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThan(0)
  expect(received).toBeGreaterThan(large.sizeInBytes)
  const { rows: kept } = await database.pool.query('select count(*)::int as sold from entitlements')
  expect(kept).toEqual([{ sold }])
  expect(await academy.stop()).toBe(0)
})

test('a version that does not come to serve leaves the former one serving', async () => {
  const broken = makeTrialRelease(join(folder, 'broken'), {
    version: '1.2.0',
    files: { 'migrations/9001-broken.sql': 'select nothing from nowhere;' },
  })
  const dataDir = join(folder, 'own')
  const { academy, port } = await keepOnFreePort(dataDir)
  onTestFinished(async () => {
    await academy.stop()
  })

  const { process: first } = academy.serving()
  await academy.handOverTo(join(folder, 'gone')) // left by a switch that was killed, before it was tidied away
  expect(academy.serving()).toMatchObject({ from: present, handedOver: true })
  expect(academy.serving().process).not.toBe(first)

  const failing = academy.handOverTo(broken)

  await expect(failing).rejects.toThrow(/ended with 1 before it served/)
  expect(academy.serving().from).toBe(present)
  const ready = `http://127.0.0.1:${port}/readyz`
  await expect.poll(async () => (await fetch(ready)).status).toBe(200)
  expect(await academy.stop()).toBe(0)
})

/** Another program may take a port between its being found free and its use. */
async function keepOnFreePort(dataDir: string) {
  for (;;) {
    const port = await findFreePair()
    try {
      return { port, academy: await keepTrial(present, { DATA_DIR: dataDir, PORT: String(port) }) }
    } catch (error) {
      if (!/in use by another program/.test(String(error))) throw error
    }
  }
}

test('an archive is refused that was changed, is for another platform, or is not newer', () => {
  const update = (archive: string, ...words: string[]) =>
    spawnSync(process.execPath, ['scripts/update.js', archive, ...words], {
      cwd: present,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: join(folder, 'nothing'), INIT_CWD: undefined },
    })
  const changed = packTrialRelease(next, join(folder, 'changed'))
  appendFileSync(changed, 'x')
  const older = packTrialRelease(present, join(folder, 'older'))
  writeFileSync(
    join(next, 'RELEASE'),
    JSON.stringify({ version: '1.1.0', platform: 'plan9-x64', commit: '' }),
  )
  const foreign = packTrialRelease(next, join(folder, 'foreign'))

  expect(update(changed).stderr).toMatch(/its sum is another one/)
  expect(update(older).stderr).toMatch(/1\.0\.0, which is not newer than 1\.0\.0/)
  expect(update(foreign).stderr).toMatch(/is for plan9-x64/)
  const unsummed = join(folder, 'unsummed.tar')
  writeFileSync(unsummed, '')
  expect(update(unsummed).stderr).toMatch(/No sum of unsummed\.tar/)
  expect(update(join(dirname(unsummed), 'none.tar')).stderr).toMatch(/There is no/)
})

test('scripts of pages that are open come along for a week, over every switch', () => {
  const assetsOf = (version: string): string => join(folder, version, 'build/client/assets')
  for (const version of ['v1', 'v2', 'v3', 'v4']) {
    mkdirSync(assetsOf(version), { recursive: true })
    writeFileSync(join(assetsOf(version), `page-${version}.js`), version)
  }
  const carry = (from: string, to: string): string[] => {
    const program = `import { carryAssets } from './scripts/switch.js'
      carryAssets(process.argv[1], process.argv[2])`
    const folders = [from, to].map((version) => join(folder, version))
    execFileSync(process.execPath, ['--input-type=module', '-e', program, ...folders])
    return readdirSync(assetsOf(to)).toSorted()
  }

  expect(carry('v1', 'v2')).toEqual(['page-v1.js', 'page-v2.js'])
  expect(carry('v2', 'v3')).toEqual(['page-v1.js', 'page-v2.js', 'page-v3.js'])
  const longAgo = Date.now() - 8 * 24 * 3_600_000
  writeFileSync(
    join(folder, 'v3/build/carried.json'),
    `{"page-v1.js":${longAgo},"page-v2.js":1e15}`,
  )
  expect(carry('v3', 'v4')).toEqual(['page-v2.js', 'page-v3.js', 'page-v4.js'])
})

test('a switch that is killed at either of its links leaves a version that starts, and its way back', () => {
  const program = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const [death, releases, next, present] = process.argv.slice(1)
    const { renameSync } = fs
    fs.renameSync = (from, to) => {
      if (to.endsWith('/' + death)) process.kill(process.pid, 'SIGKILL')
      renameSync(from, to)
    }
    syncBuiltinESMExports()
    process.env.RELEASES_DIR = releases
    const { findFormer, findServing, switchTo } = await import('./scripts/switch.js')
    if (death !== 'nothing') await switchTo({ from: next }, { from: present, releases })
    findServing()
    console.log(findFormer({ from: fs.realpathSync(releases + '/current'), releases }))`
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program, ...words], {
      encoding: 'utf8',
    })
  for (const [death, starts, back] of [
    ['current', 'academy-1', 'academy-0'],
    ['former', 'academy-2', 'academy-1'],
  ] as const) {
    const releases = realpathSync(mkdtempSync(join(folder, 'links-')))
    const of = (version: string): string => join(releases, version)
    for (const version of ['academy-0', 'academy-1']) mkdirSync(of(version))
    run('none', releases, of('academy-1'), of('academy-0'))
    mkdirSync(of('academy-2'))
    const { signal } = run(death, releases, of('academy-2'), of('academy-1'))

    expect(signal).toBe('SIGKILL')
    expect(realpathSync(of('current'))).toBe(of(starts))
    expect(run('nothing', releases).stdout.trim()).toBe(of(back))
  }
})
