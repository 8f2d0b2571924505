import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, eq, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { QueueMail } from '../../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import { findUser } from '../../../accounts/server/find-user.ts'
import { users } from '../../../accounts/server/tables.ts'
import { exportReadyMail } from '../mail-templates.ts'
import { dataExports } from '../tables.ts'
import { type CollectDependencies, collectData } from './collect-data.ts'
import { writeZip } from './write-zip.ts'

export interface ExportDependencies extends CollectDependencies {
  queueMail: QueueMail
}

export const exportKeptForInDays = 7

const keyPrefix = 'export-'

/** Where the file of an export lies in the media store. */
export function exportKey(id: string): string {
  return `${keyPrefix}${id}.zip`
}

/**
 * Makes the copies that people asked for. One is claimed for ten minutes, and anew while it is written: a
 * process that dies amid it leaves it to the next, which writes the same file again. What is over a week old
 * goes, the file before its row.
 */
export async function makeExports(
  deps: ExportDependencies,
  stopping?: AbortSignal,
  renewedEveryInMs = 60_000,
): Promise<void> {
  await removeOldExports(deps)
  while (!stopping?.aborted) {
    const next = await claimExport(deps.db)
    if (!next) return
    await makeExport(deps, next, renewedEveryInMs)
  }
}

const claimedFor = sql`clock_timestamp() + interval '10 minutes'`

async function claimExport(db: Database) {
  const due = db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(lte(dataExports.dueAt, sql`now()`))
    .orderBy(dataExports.dueAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(dataExports)
    .set({
      attempts: sql`${dataExports.attempts} + 1`,
      dueAt: claimedFor,
    })
    .where(eq(dataExports.id, sql`(${due})`))
    .returning()
  return claimed
}

async function makeExport(
  deps: ExportDependencies,
  { id, learnerId, attempts }: typeof dataExports.$inferSelect,
  renewedEveryInMs: number,
): Promise<void> {
  const { db, media } = deps
  // Another process has it by now if this one stood still for long.
  const mine = and(eq(dataExports.id, id), eq(dataExports.attempts, attempts))
  const digest = createHash('sha256')
  let renewedAt = performance.now()
  let sizeInBytes = 0
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of writeZip(collectData(deps, learnerId))) {
      if (performance.now() - renewedAt >= renewedEveryInMs) {
        const renewed = await db.update(dataExports).set({ dueAt: claimedFor }).where(mine)
        if (renewed.rowCount === 0)
          throw new Error('This copy is made by another process, or by none')
        renewedAt = performance.now()
      }
      digest.update(chunk)
      sizeInBytes += chunk.length
      yield chunk
    }
  }
  const [reader] = await db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, learnerId))
  const language = deps.languages.find(({ code }) => code === reader?.language)
  await runInLanguage(language, () =>
    media.write(exportKey(id), Readable.from(measured()), { type: 'application/zip' }),
  )
  const isReady = await db.transaction(async (db) => {
    const ready = await db
      .update(dataExports)
      .set({
        dueAt: null,
        sizeInBytes,
        sha256: digest.digest('hex'),
        expiresAt: sql`clock_timestamp() + make_interval(days => ${exportKeptForInDays})`,
      })
      .where(mine)
      .returning({ id: dataExports.id })
    const person = await findUser(db, learnerId)
    if (ready.length === 0 || !person) return ready.length > 0
    const template = () => exportReadyMail({ name: person.name, publicUrl: deps.publicUrl() })
    await deps.queueMail(db, { to: person.email, template, cause: `export:${id}` })
    return true
  })
  // Its row was deleted meanwhile, as those of somebody who was forgotten are.
  if (!isReady && (await isGone(db, id))) await media.remove(exportKey(id))
}

async function isGone(db: Database, id: string): Promise<boolean> {
  return (await db.$count(dataExports, eq(dataExports.id, id))) === 0
}

/**
 * Removes files that no export has, as of a process that was killed while an erasure deleted its row; and what
 * was begun of one, while none is being made.
 */
export async function removeLostExports({
  db,
  media,
}: Pick<ExportDependencies, 'db' | 'media'>): Promise<void> {
  const keys = await media.list(keyPrefix)
  const kept = await db.select({ id: dataExports.id, dueAt: dataExports.dueAt }).from(dataExports)
  const known = new Set(kept.map(({ id }) => exportKey(id)))
  for (const key of keys) if (!known.has(key)) await media.remove(key)
  if (kept.every(({ dueAt }) => dueAt === null)) await media.removeUnfinished(keyPrefix)
}

async function removeOldExports({ db, media }: ExportDependencies): Promise<void> {
  const old = await db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(and(isNotNull(dataExports.expiresAt), lt(dataExports.expiresAt, sql`now()`)))
    .limit(500)
  for (const { id } of old) {
    await media.remove(exportKey(id))
    await db.delete(dataExports).where(eq(dataExports.id, id))
  }
}
