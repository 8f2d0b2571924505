import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { createAccount } from '../domains/accounts/server/create-account.ts'
import { openSession } from '../domains/accounts/server/sessions.ts'
import { removeTrial } from '../domains/operations/server/backups/work-folder.ts'
import { runStandIn } from '../integrations/razorpay/run-stand-in.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { decrypted, fileSource } from '../platform/backup/backup-source.ts'
import { rehearsalName } from '../platform/backup/data-files.ts'
import { describeContent } from '../platform/backup/describe-content.ts'
import { verifyBackup } from '../platform/backup/read-backup-file.ts'
import { analyzeDatabase, restore } from '../platform/backup/restore.ts'
import { compareStock, takeStock } from '../platform/backup/take-stock.ts'
import type { OpenDatabase } from '../platform/database/database.ts'
import { academyMigrations, migrate } from '../platform/database/migrate.ts'
import { newId } from '../platform/database/new-id.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { recreateDatabase, servingRole } from '../platform/embedded/roles.ts'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import type { Closers } from './closers.ts'
import type { DatabaseUrls } from './find-database.ts'
import { openServices } from './open-services.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'
import { serveAcademy } from './serve-academy.ts'

/** One that is not due yet has no address, and says so. */
const lesson = z.object({ url: z.string().optional(), opens_at: z.unknown().optional() })

// Run by `academy update`, as the new version: node src/bootstrap/rehearse-update.ts BACKUP
await runCommand(async (given, log, closers) => {
  const path = process.argv[2]
  if (path === undefined) throw new BackupError('Name the backup to rehearse with.')
  const { url, ownerUrl, described } = await bringBack(given, log, { closers, path })
  const owning = openAcademyDatabase(given, log, ownerUrl)
  closers.push(() => owning.close())
  const before = await takeStock(owning.pool)
  const startedAt = Date.now()
  const ran = await migrate(owning.pool, { ...academyMigrations, serving: servingRole })
  const seconds = Math.ceil((Date.now() - startedAt) / 1000)
  const differences = compareStock(before, await takeStock(owning.pool))
  const database = openAcademyDatabase(given, log, url)
  closers.push(() => database.close())
  const pages = await lookAtPages(given, log, { closers, url, database })
  // Definitions are new to a database that was restored, every one of them.
  const numbered = ran.filter((name) => /^\d/.test(name))
  const list = numbered.map((name) => `\n  ${name}`).join('')
  return [
    `Rehearsed with ${described}.`,
    `Migrations to come: ${numbered.length}, which took ${seconds} s.${list}`,
    ...differences,
    `No row and no sum of money is lost, no number is missing that was there, and ${pages.answered} pages answer.`,
    pages.bought,
  ].join('\n')
})

/** Into a database of its own, beside that of the academy, gone when we end. */
async function bringBack(
  settings: Settings,
  log: Log,
  { closers, path }: { closers: Closers; path: string },
): Promise<DatabaseUrls & { described: string }> {
  const source = decrypted(fileSource(resolve(path)), settings.backup.key)
  const content = await verifyBackup(source, { isGiven: true }) // the academy's own, of a moment ago
  const folder = join(resolve(settings.dataDir), rehearsalName)
  await removeTrial(log, folder) // of who was killed
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711) // the database's own user goes through it
  closers.push(() => removeTrial(log, folder))
  const { stopping } = closers
  const starting = startEmbeddedPostgres({ dataDir: folder, log, durable: false, stopping })
  const embedded = await closers.open(starting, (opened) => opened.stop())
  await recreateDatabase(embedded.superuserUrl)
  const { url, ownerUrl } = embedded
  const migrations = academyMigrations.folder
  await restore({ databaseUrl: ownerUrl, dataDir: null, migrations, source, content })
  await analyzeDatabase(ownerUrl)
  return { url, ownerUrl, described: describeContent(content) }
}

interface LookedAt {
  answered: number
  /** What was bought, in a sentence. */
  bought: string
}

/**
 * Served to us alone, with nothing that runs by the clock, so that no mail leaves. Payments go to the stand-in,
 * by keys that are made for it: the academy's own stay out of the way.
 */
async function lookAtPages(
  given: Settings,
  log: Log,
  {
    closers,
    url,
    database,
  }: { closers: Closers; url: string; database: ReturnType<typeof openAcademyDatabase> },
): Promise<LookedAt> {
  const nobody = 'http://127.0.0.1:9'
  const [keyId, keySecret, webhookSecret] = [newId(), newId(), newId()] as const
  const starting = runStandIn({
    host: '127.0.0.1',
    port: 0,
    publicUrl: nobody,
    dataDir: join(resolve(given.dataDir), rehearsalName),
    keyId,
    keySecret,
    webhookSecret,
    waits: false,
    stopping: closers.stopping,
  })
  const standIn = await closers.open(starting, (opened) => opened.stop())
  // Over what owners set and what we were started with, however often settings are read again.
  Object.assign(process.env, {
    RAZORPAY_API_URL: standIn.url,
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SANDBOX: 'public',
  })
  const keys = { keyId, keySecret, webhookSecrets: [webhookSecret] }
  const settings = { ...(await addKeptSettings(given, database)), host: '127.0.0.1' }
  const academy = {
    databaseUrl: url,
    port: 0,
    publicUrl: settings.publicUrl ?? nobody,
    keys,
    provider: { apiUrl: standIn.url, checkoutScript: nobody },
    google: null,
  }
  const parts = await openServices({ settings, academy, log, database }, closers)
  const { app } = await serveAcademy(parts, closers, { isDevelopment: false })
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('It listens on no port.')
  const origin = `http://127.0.0.1:${address.port}`
  const answer = await fetch(`${origin}/api/courses`)
  const courses = z.array(z.object({ id: z.string() })).parse(await answer.json())
  const paths = [
    '/readyz',
    '/',
    '/courses',
    ...courses.slice(0, 3).map(({ id }) => `/course/${id}`),
  ]
  for (const path of paths) {
    const { status } = await fetch(origin + path)
    if (status !== 200) throw new BackupError(`With the update, ${path} would answer ${status}.`)
  }
  const [course] = courses
  const bought = course
    ? await buyAndOpen({ origin, standInUrl: standIn.url, db: database.db, courseId: course.id })
    : 'Nothing is on sale, so nothing was bought.'
  return { answered: paths.length, bought }
}

interface Purchase {
  origin: string
  standInUrl: string
  db: OpenDatabase['db']
  courseId: string
}

/** As a learner would, who is gone with the copy of the database. */
async function buyAndOpen({ origin, standInUrl, db, courseId }: Purchase): Promise<string> {
  const person = { email: `${newId()}@rehearsal.invalid`, name: 'Rehearsal' }
  const { id } = await db.transaction((db) => createAccount(db, person))
  const token = await openSession(db, id)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (url: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text)
    throw new BackupError(`With the update, a purchase would be answered ${answer.status}: ${text}`)
  }
  const buyer = { buyer_state: '29', buyer_address: 'Bengaluru 560001' }
  const order = z
    .object({ order_id: z.string() })
    .parse(await ask(`${origin}/api/payment/create-order`, { course_id: courseId, ...buyer }))
  const payment = { method: 'upi', outcome: 'captured', webhook: 'never' }
  const paid = await ask(`${standInUrl}/sandbox/orders/${order.order_id}/pay`, payment)
  await ask(`${origin}/api/payment/verify`, z.looseObject({}).parse(paid))
  const { modules } = z
    .object({ modules: z.array(z.object({ videos: z.array(lesson) })) })
    .parse(await ask(`${origin}/api/courses/${courseId}`))
  const lessons = modules.flatMap(({ videos }) => videos)
  const opened = lessons.filter(({ url, opens_at }) => url !== undefined || opens_at !== undefined)
  if (opened.length < lessons.length) {
    throw new BackupError('With the update, lessons of a course that was bought would not open.')
  }
  return `A course was bought at the stand-in, and its ${lessons.length} lessons open.`
}
