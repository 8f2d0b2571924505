import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { compareStock, type Stock, takeStock } from '../src/platform/backup/take-stock.ts'
import { academyMigrations, migrate } from '../src/platform/database/migrate.ts'
import { withClient } from '../src/platform/database/open-client.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.ts'
import { findFreePair } from '../tests/support/find-free-pair.ts'
import { createServer, findOwner, waitFor } from './cluster/servers.ts'
import { fillInsightAndLetters } from './support/fill-admin.ts'
import { fillCatalogue, fillLearners } from './support/fill-database.ts'

// `npm run bench:postgres-versions -- LEARNERS`: from Debian's PostgreSQL 15 to the embedded one, and back
// into another 15, by `npm run backup` and `npm run restore`; every table and sum compared on the way.

const learners = Number(process.argv[2] ?? 2000)
const bin = '/usr/lib/postgresql/15/bin'
const root = resolve(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'academy-versions-'))
chmodSync(folder, 0o755)
const port = await findFreePair()
const place = join(folder, 'debian')
const owner = findOwner()
mkdirSync(place)
if (owner) chownSync(place, owner.uid, owner.gid)
const asOwner = owner ?? {}
const data = join(place, 'data')
execFileSync(`${bin}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], asOwner)
const logPath = join(folder, 'debian.log')
writeFileSync(logPath, '')
const debian = createServer({
  path: `${bin}/postgres`,
  args: ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', place],
  logPath,
  ...(owner && { owner }),
})
debian.start()
const urlOf = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`
await waitFor('PostgreSQL 15', () =>
  ask(urlOf('postgres'), 'select').then(
    () => true,
    () => false,
  ),
)
for (const name of ['first', 'last']) await ask(urlOf('postgres'), `create database ${name}`)

const pool = new pg.Pool({ connectionString: urlOf('first') })
await migrate(pool, academyMigrations)
await fillCatalogue(pool)
await fillInsightAndLetters(pool)
await fillLearners(pool, { from: 1, to: learners })
const before = await takeStock(pool)
await pool.end()

const dataDir = join(folder, 'data')
const [older, newer] = ['older', 'newer'].map((name) => join(folder, `${name}.backup`))
const took: Record<string, number> = {}
run('back-up', older, { DATABASE_URL: urlOf('first'), DATA_DIR: join(folder, 'of-first') })
run('restore', older, { DATA_DIR: dataDir })
const embedded = await startEmbeddedPostgres({
  dataDir,
  durable: false,
  log: { info: () => undefined, warn: () => undefined },
})
const { version, stock } = await look(embedded.ownerUrl)
const onEmbedded = compareStock(before, stock)
await embedded.stop()
run('back-up', newer, { DATA_DIR: dataDir })
run('restore', newer, { DATABASE_URL: urlOf('last'), DATA_DIR: join(folder, 'of-last') })
const again = await look(urlOf('last'))
const onDebian = compareStock(before, again.stock)
await debian.stop()
await rm(folder, { recursive: true, force: true })
console.log({ learners, took, to: version, back: again.version, onEmbedded, onDebian })
console.log('Every row and every sum is there.')

function run(what: 'back-up' | 'restore', file = '', env: Record<string, string>): void {
  const since = Date.now()
  execFileSync(process.execPath, [`src/bootstrap/${what}-academy.ts`, file, ...trustIn(what)], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  took[`${what} ${Object.keys(took).length + 1}`] = Date.now() - since
}

/** Whose a backup is, a new machine cannot know. */
function trustIn(what: string): string[] {
  return what === 'restore' ? ['--trust'] : []
}

async function look(url: string): Promise<{ version: string; stock: Stock }> {
  const at = new pg.Pool({ connectionString: url })
  const { rows } = await at.query<{ server_version: string }>('show server_version')
  const stock = await takeStock(at)
  await at.end()
  return { version: rows[0]?.server_version ?? '', stock }
}

async function ask(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}
