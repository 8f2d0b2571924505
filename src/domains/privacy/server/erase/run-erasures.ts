import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { RecordAuditEvent } from '../../../../http/server/audit.ts'
import type { QueueMail } from '../../../../integrations/mail/queue-mail.ts'
import { mails } from '../../../../integrations/mail/tables.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { isLockConflict } from '../../../../platform/database/is-lock-conflict.ts'
import type { MediaStore } from '../../../../platform/media/media-store.ts'
import type { Brand } from '../../../../platform/settings.ts'
import { blockAccount } from '../../../accounts/server/block-account.ts'
import { users } from '../../../accounts/server/tables.ts'
import { removeFilesOf } from '../../../assignments/server/keep-file.ts'
import { requestErasure } from '../../contract.ts'
import { exportKey } from '../exports/make-exports.ts'
import { erasedMail } from '../mail-templates.ts'
import { readPerson } from '../register/fill-in.ts'
import { dataExports, type ErasureRow, erasures } from '../tables.ts'
import { eraseRows, StillWaits } from './erase-rows.ts'
import { type NotePlaces, writeNote } from './erasure-notes.ts'
import { findHindrance } from './find-hindrance.ts'

export interface RunDependencies {
  db: Database
  queueMail: QueueMail
  recordAuditEvent: RecordAuditEvent
  media: MediaStore
  brand: Pick<Brand, 'name' | 'supportEmail'>
  /** As the settings are now. */
  places: () => Promise<NotePlaces>
}

/** When a row is looked at again. */
const soon = sql`clock_timestamp()`
const inAMoment = sql`clock_timestamp() + interval '2 seconds'`
const inAnHour = sql`clock_timestamp() + interval '1 hour'`
/** What was under way for the account when it was erased has ended by then. */
const sweptAfter = sql`clock_timestamp() + interval '10 minutes'`

/**
 * Carries out the erasures whose time has come, step by step: each step is written down, may be done again
 * and is gone on with by whichever process comes next. A row is claimed for two minutes.
 */
export async function runErasures(deps: RunDependencies, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const erasure = await claimErasure(deps.db)
    if (!erasure) return
    const startedAt = performance.now()
    await takeStep(deps, erasure)
    // Two thirds of the time are for those who are there.
    await delay(Math.min(2 * (performance.now() - startedAt), 2_000))
  }
}

async function claimErasure(db: Database): Promise<ErasureRow | undefined> {
  const due = db
    .select({ id: erasures.id })
    .from(erasures)
    .where(and(lte(erasures.nextAttemptAt, sql`now()`), lte(erasures.dueAt, sql`now()`)))
    .orderBy(erasures.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(erasures)
    .set({
      attempts: sql`${erasures.attempts} + 1`,
      nextAttemptAt: sql`clock_timestamp() + interval '2 minutes'`,
    })
    .where(eq(erasures.id, sql`(${due})`))
    .returning()
  return claimed
}

async function takeStep(deps: RunDependencies, erasure: ErasureRow): Promise<void> {
  if (erasure.toldAt === null) return closeAccount(deps, erasure)
  if (erasure.notedAt === null) return keepNote(deps, erasure)
  if (erasure.anonymisedAt === null) return erase(deps, erasure)
  return sweep(deps, erasure)
}

/** From here on it can not be taken back: nobody is logged in or buys any more, and the last mail goes out. */
async function closeAccount(deps: RunDependencies, erasure: ErasureRow): Promise<void> {
  const { learnerId } = erasure
  await deps.db.transaction(async (db) => {
    const [person] = await db
      .select()
      .from(users)
      .where(eq(users.id, learnerId))
      .for('no key update')
    const hindrance = await findHindrance(db, learnerId)
    if (hindrance !== null) {
      await write(db, erasure, { waitsFor: hindrance, nextAttemptAt: inAnHour })
      return
    }
    const isStill = await write(db, erasure, {
      toldAt: soon,
      tokenHash: null,
      waitsFor: null,
      nextAttemptAt: soon,
    })
    if (!isStill || !person) return
    await blockAccount(db, learnerId, 'Is being erased.')
    const template = () => erasedMail({ brandName: deps.brand.name, name: person.name })
    const cause = causeOf(erasure)
    await deps.queueMail(db, { to: person.email, template, cause, isUrgent: true })
  })
}

async function keepNote(deps: RunDependencies, erasure: ErasureRow): Promise<void> {
  const person = await readPerson(deps.db, erasure)
  await writeNote(await deps.places(), erasure, person)
  await write(deps.db, erasure, { notedAt: soon, nextAttemptAt: soon })
}

async function erase(deps: RunDependencies, erasure: ErasureRow): Promise<void> {
  if (await isMailUnderWay(deps.db, erasure)) {
    await write(deps.db, erasure, { nextAttemptAt: inAMoment })
    return
  }
  const changed = await eraseOnce(deps, erasure)
  if (changed === null) return
  await write(deps.db, erasure, { anonymisedAt: soon, changed, nextAttemptAt: sweptAfter })
}

/** Once more, for what was written at the same moment; then it is done, and the audit log says what was. */
async function sweep(deps: RunDependencies, erasure: ErasureRow): Promise<void> {
  const found = await eraseOnce(deps, erasure)
  if (found === null) return
  await deps.db.transaction(async (db) => {
    if (!(await write(db, erasure, { finishedAt: soon, nextAttemptAt: null }))) return
    await deps.recordAuditEvent(
      {
        actor: { id: academyItself, name: 'The academy', role: null },
        act: requestErasure.route,
        summary: 'Erases an account whose time has come',
        subject: { kind: 'erasure', id: erasure.id },
        after: erasure.changed,
        ip: '',
        outcome: 'done',
      },
      db,
    )
  })
}

/** No person has this id. */
const academyItself = '00000000-0000-0000-0000-000000000000'

/** The files, then the rows. Null: not now. */
export async function eraseOnce(
  { db, media, brand }: Pick<RunDependencies, 'db' | 'media' | 'brand'>,
  erasure: ErasureRow,
  { waitsForMoney = true } = {},
): Promise<Record<string, number> | null> {
  const { ids } = await readPerson(db, erasure)
  const copies = await db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(inArray(dataExports.learnerId, ids))
  for (const { id } of copies) await media.remove(exportKey(id))
  await removeFilesOf({ db, media }, ids)
  try {
    return await eraseRows(db, erasure, { supportEmail: brand.supportEmail, waitsForMoney })
  } catch (error) {
    if (error instanceof StillWaits) {
      await write(db, erasure, { waitsFor: error.hindrance, nextAttemptAt: inAnHour })
      return null
    }
    if (!isLockConflict(error)) throw error
    await write(db, erasure, { nextAttemptAt: inAMoment })
    return null
  }
}

/** The last mail, which would go with the rest. After an hour it is not waited for any more. */
async function isMailUnderWay(db: Database, erasure: ErasureRow): Promise<boolean> {
  const waiting = and(
    eq(mails.cause, causeOf(erasure)),
    sql`${mails.sentAt} is null and ${mails.nextAttemptAt} is not null
        and ${mails.queuedAt} > now() - interval '1 hour'`,
  )
  return (await db.$count(mails, waiting)) > 0
}

/** False: another process has it by now, or it was taken back. */
async function write(
  db: Database,
  { id, attempts }: ErasureRow,
  changes: PgUpdateSetSource<typeof erasures>,
): Promise<boolean> {
  const written = await db
    .update(erasures)
    .set(changes)
    .where(and(eq(erasures.id, id), eq(erasures.attempts, attempts)))
    .returning({ id: erasures.id })
  return written.length > 0
}

function causeOf({ id }: ErasureRow): string {
  return `erasure:${id}`
}
