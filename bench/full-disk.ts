import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/platform/database/database.ts'
import { withClient } from '../src/platform/database/open-client.ts'
import { choosePlace, socketUrl } from '../src/platform/embedded/place.ts'
import { applicationDatabase, ownerRole, superuser } from '../src/platform/embedded/roles.ts'
import { waitFor } from './cluster/servers.ts'
import { openProvider } from './payments/open-provider.ts'
import { makeCourses, makeLearners } from './payments/people.ts'
import { keepTrial } from './support/keep-trial.ts'
import { settleBooks } from './support/settle-books.ts'
import { streamRequests } from './support/stream-of-requests.ts'

// `npm run bench:full-disk -- --seconds 30`, as root: the disk of the embedded database's journal (pg_wal) is
// full for so long, which PostgreSQL does not survive, while people read and buy; then there is room again.

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } })
const folder = mkdtempSync(join(tmpdir(), 'academy-full-'))
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const journal = join(dataDir, 'postgres/pg_wal')
const filler = join(journal, 'filler')
const { port, provider, keys } = await openProvider(join(folder, 'provider'))
const url = `http://127.0.0.1:${port}`
const env = {
  ...keys,
  RAZORPAY_API_URL: provider.url,
  DATA_DIR: dataDir,
  PORT: String(port),
  LOG_LEVEL: 'error',
}
const start = () => keepTrial(resolve(import.meta.dirname, '..'), env)
const urlAs = (role: string, name: string): string => {
  const place = choosePlace({ info: () => undefined, warn: () => undefined }, dataDir)
  return socketUrl(place, role, name)
}

await (await start()).stop()
const beside = join(folder, 'journal')
execFileSync('cp', ['-a', journal, beside])
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', journal])
execFileSync('sh', ['-c', `cp -a '${beside}'/. '${journal}'`])
const academy = await start()
const database = openDatabase({
  url: urlAs(ownerRole, applicationDatabase),
  poolSize: 1,
  onIdleError: () => undefined,
})
const learners = await makeLearners(database.db, 500)
const courseIds = await makeCourses(database.db, 10)
const stream = streamRequests({ url, learners, courseIds, provider, isPatient: true })
await stream.sell(5)

const { bavail, bsize } = statfsSync(journal)
writeFileSync(filler, Buffer.alloc(bavail * bsize))
const fullSince = Date.now()
await useUpJournal()
const downAfter = Date.now() - fullSince
await delay(Number(options.seconds) * 1000)
rmSync(filler)
const roomSince = Date.now()
await stream.sell(1)
const soldAgainAfter = Date.now() - roomSince
await stream.sell(5)
const { requests, sold, failures } = await stream.end()
const differences = await settleBooks(database.db, provider)
const [opened] = (
  await database.pool.query<{ count: number }>('select count(*)::int from entitlements')
).rows
await database.close()
const exitCode = await academy.stop()
await provider.stop()
const answers = Map.groupBy(failures, (failure) =>
  failure.replace(/"(instance|request_id)":"[^"]*"/g, ''),
)
console.log({
  requests,
  sold,
  opened: opened?.count,
  downAfter,
  soldAgainAfter,
  differences,
  exitCode,
})
for (const [answer, all] of answers) console.log(`${all.length} × ${answer}`)
execFileSync('umount', ['--lazy', journal])
rmSync(folder, { recursive: true, force: true })
const isWhole = exitCode === 0 && differences.length === 0 && (opened?.count ?? 0) >= sold
process.exit(isWhole && failures.every((failure) => / 503 /.test(failure)) ? 0 : 1)

/** Until PostgreSQL needs a new segment and has no room for one. */
async function useUpJournal(): Promise<void> {
  await waitFor('The end of the journal', async () => {
    try {
      await withClient(urlAs(superuser, 'postgres'), (client) =>
        client.query('select pg_switch_wal(), pg_create_restore_point(now()::text)'),
      )
      return false
    } catch {
      return true
    }
  })
}
