import { resolve } from 'node:path'
import { demoCatalogue } from '../../seed/demo-catalogue.ts'
import { ensureFirstAdmin } from '../domains/accounts/server/ensure-first-admin.ts'
import { seedDemoCatalogue } from '../domains/catalogue/server/seed-demo-catalogue.ts'
import { listPublicKeys, makeBadgeKey } from '../domains/certificates/server/badges/badge-keys.ts'
import {
  listDocumentCertificates,
  makeDocumentKey,
} from '../domains/certificates/server/signed-pdf/document-keys.ts'
import { replayErasures } from '../domains/privacy/server/erase/replay-erasures.ts'
import { readKeptSettings } from '../domains/site/server/kept-settings.ts'
import { listFormerHolders } from '../domains/staff/server/list-former-holders.ts'
import { refuseHalfRestored } from '../platform/backup/restore-mark.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts'
import { academyMigrations, migrate } from '../platform/database/migrate.ts'
import { createNamedLocks } from '../platform/database/named-locks.ts'
import { noteDoneHere, wasDoneHere } from '../platform/database/repeatable-migrations.ts'
import { readRole, refuseMightyRole } from '../platform/database/serving-role.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { holdsCluster } from '../platform/embedded/place.ts'
import type { Log } from '../platform/logging.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import { readSecrets } from '../platform/secrets.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import type { Academy } from './academy.ts'
import { checkDataDir } from './check-data-dir.ts'
import { checkDatabase } from './check-database.ts'
import { checkPort } from './check-port.ts'
import { chooseGoogle } from './choose-google.ts'
import type { Closers } from './closers.ts'
import { type DatabaseUrls, givenDatabase } from './find-database.ts'
import { findNotePlaces } from './find-note-places.ts'
import type { HandOver } from './hand-over.ts'
import { findKeptSocket } from './kept-socket.ts'
import { openProvider } from './open-provider.ts'

interface Prepared {
  academy: Academy
  database: OpenDatabase
  owner: Owner
  /** With what owners set in the browser. */
  settings: Settings
}

/** The connection of who owns the tables, for migrations and what else is not for who serves. */
export interface Owner {
  url: string
  pool: OpenDatabase['pool']
  /** Null: the tables are served by their owner. */
  servingRole: string | null
}

/** All that is done once however many processes serve: database, migrations, first rows, provider. */
export async function prepareAcademy(
  given: Settings,
  log: Log,
  { closers, say, handOver }: { closers: Closers; say: (line: string) => void; handOver: HandOver },
): Promise<Prepared> {
  const dataDir = resolve(given.dataDir)
  // Without a database nothing is kept in one that could be missing here.
  if (!given.databaseUrl && !holdsCluster(dataDir)) readSettings(process.env)
  refuseHalfRestored(dataDir, given.databaseUrl ? 'DATABASE_URL' : 'embedded')
  const port = findKeptSocket(process.env)?.port ?? (await checkPort(given.host, given.port))
  const urls =
    givenDatabase(given) ?? (await openEmbeddedDatabase(given, log, { closers, handOver }))
  const owning = openAcademyDatabase({ databasePoolSize: 2 }, log, urls.ownerUrl)
  closers.push(() => owning.close())
  const database = openAcademyDatabase(given, log, urls.url, servedWithinInMs)
  closers.push(() => database.close())
  const owner = await findOwner(given, urls, { owning, database })
  await runMigrations(owner, log)
  if (owner.servingRole !== null) await refuseMightyRole(database.pool, await readRole(owner.pool))
  const settings = await addKeptSettings(given, database)
  await replayNotedErasures(settings, owning, log)
  const publicUrl = settings.publicUrl ?? `http://${hostInUrl(given.host)}:${port}`
  const secrets = await readSecrets(database.db)
  const keys = settings.razorpay.keys ?? {
    keyId: secrets.sandboxKeyId,
    keySecret: secrets.sandboxKeySecret,
    webhookSecrets: [secrets.sandboxWebhookSecret],
  }
  const [provider] = await Promise.all([
    openProvider(settings, closers, { keys, port, publicUrl, succeeds: handOver.succeeds }),
    openFirstAccount(settings, database, say),
    ensureSigningKeys(settings, database),
    settings.seed === 'demo' ? seedDemo(settings, database) : undefined,
  ])
  return {
    academy: {
      databaseUrl: urls.url,
      port,
      publicUrl,
      keys,
      provider,
      google: chooseGoogle(settings, provider.apiUrl),
    },
    database,
    owner,
    settings,
  }
}

async function findOwner(
  { databaseUrl, databaseOwnerUrl }: Settings,
  urls: DatabaseUrls,
  { owning, database }: Record<'owning' | 'database', OpenDatabase>,
): Promise<Owner> {
  if (databaseUrl !== undefined) {
    await checkDatabase(owning, urls.ownerUrl, databaseOwnerUrl ? 'DATABASE_OWNER_URL' : undefined)
    if (databaseOwnerUrl) await checkDatabase(database, urls.url)
  }
  const { pool } = owning
  if (urls.url === urls.ownerUrl) return { url: urls.ownerUrl, pool, servingRole: null }
  const [role, servingRole] = await Promise.all([readRole(pool), readRole(database.pool)])
  return { url: urls.ownerUrl, pool, servingRole: role === servingRole ? null : servingRole }
}

const replayed = 'erasures replayed'

/** By the owner, before anything is served: who was forgotten stays so, whatever backup the academy comes from. */
async function replayNotedErasures(
  settings: Settings,
  { db, pool }: OpenDatabase,
  log: Log,
): Promise<void> {
  const places = await findNotePlaces(settings, await readSecrets(db))
  const media = await openMediaStore(settings.media)
  // Another store is asked once: later on it need not be there for the academy to open.
  const isKnown = await wasDoneHere(pool, replayed)
  const asked = isKnown ? { ...places, backups: null } : places
  const accounts = await replayErasures({ db, media, brand: settings.brand }, asked)
  if (!isKnown) await noteDoneHere(pool, replayed)
  if (accounts > 0) log.warn({ accounts }, 'erased once more who was back by a backup')
}

/** What owners set in the browser and takes effect at a start. */
export async function addKeptSettings(
  { dataDir }: Pick<Settings, 'dataDir'>,
  { db }: Pick<OpenDatabase, 'db'>,
): Promise<Settings> {
  return readSettings(await readKeptSettings({ db, env: process.env, dataDir }))
}

/** For badges and PDFs of certificates, at the first start. */
async function ensureSigningKeys(settings: Settings, { db }: OpenDatabase): Promise<void> {
  const kept = { db, env: process.env, dataDir: settings.dataDir }
  if ((await listPublicKeys(db)).length === 0) await makeBadgeKey(kept)
  if ((await listDocumentCertificates(db)).length > 0) return
  await makeDocumentKey({ ...kept, brand: settings.brand })
}

/** Told as soon as it is so: a start that ends half-way would take the only word of the password with it. */
async function openFirstAccount(
  { admin }: Settings,
  { db }: OpenDatabase,
  say: (line: string) => void,
): Promise<void> {
  const { inventedPassword, notice } = await ensureFirstAdmin(db, admin, (email) =>
    listFormerHolders(db, email),
  )
  if (inventedPassword !== null) {
    say(`Administrator: ${admin.email}, password ${inventedPassword} (shown this once).`)
  }
  if (notice !== null) say(notice)
}

async function seedDemo(settings: Settings, { db, pool }: OpenDatabase): Promise<void> {
  const media = await openMediaStore(settings.media)
  await seedDemoCatalogue({ db, media, locks: createNamedLocks(pool) }, demoCatalogue)
}

/** Of who serves: longer than a database that is there lets a statement take. */
export const servedWithinInMs = 40_000

export function openAcademyDatabase(
  settings: Pick<Settings, 'databasePoolSize'>,
  log: Log,
  url: string,
  queryTimeoutInMs?: number,
): OpenDatabase {
  return openDatabase({
    url,
    poolSize: settings.databasePoolSize,
    queryTimeoutInMs,
    onIdleError: (error) => log.warn({ reason: error.message }, 'idle connection lost'),
  })
}

export async function runMigrations({ pool, servingRole }: Owner, log: Log): Promise<void> {
  await migrate(pool, { ...academyMigrations, serving: servingRole ?? undefined }, (migration) =>
    log.warn({ migration }, 'waits until a backup or another long statement lets go of its tables'),
  )
}

async function openEmbeddedDatabase(
  settings: Settings,
  log: Log,
  { closers, handOver }: { closers: Closers; handOver: HandOver },
): Promise<DatabaseUrls> {
  const dataDir = resolve(settings.dataDir)
  checkDataDir(dataDir)
  const { stopping } = closers
  const { succeeds } = handOver
  const starting = startEmbeddedPostgres({ dataDir, log, stopping, succeeds })
  const embedded = await closers.open(starting, (opened) => handOver.release(opened))
  handOver.hold(embedded)
  return embedded
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
