import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import { problems } from '../../../../http/problems.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { QueueMail } from '../../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import type { RotatingKey } from '../../../../platform/secrets.ts'
import type { Brand } from '../../../../platform/settings.ts'
import { consumeAttempt, type Limits } from '../../../accounts/server/limits.ts'
import { requirePassword } from '../../../accounts/server/require-password.ts'
import { hashToken } from '../../../accounts/server/sessions.ts'
import { hashCode } from '../../../accounts/server/sign-up-codes.ts'
import { users } from '../../../accounts/server/tables.ts'
import { erasureCancelledMail, erasureCodeMail, erasureRequestedMail } from '../mail-templates.ts'
import { erasureCodes, erasures } from '../tables.ts'

export interface ErasureDependencies {
  db: Database
  queueMail: QueueMail
  brand: Pick<Brand, 'name'>
  publicUrl: () => string
  codeKey: RotatingKey
  limits: Pick<Limits, 'loginByDevice' | 'adminLoginByDevice' | 'erasureByLearner'>
}

const coolingOffInDays = 7
const codeLifetimeInMinutes = 60
/** Of a code of eight digits. */
const triesPerCode = 10

/** A code mailed before is good for nothing any more. */
export async function mailErasureCode(
  { db: outer, ...deps }: ErasureDependencies,
  caller: CurrentUser,
): Promise<void> {
  await consumeAttempt([deps.limits.erasureByLearner(caller.learnerId)])
  const code = String(randomInt(0, 100_000_000)).padStart(8, '0')
  const values = {
    codeHash: hashErasureCode(deps.codeKey.current, caller.learnerId, code),
    tries: 0,
    expiresAt: sql`now() + make_interval(mins => ${codeLifetimeInMinutes})`,
  }
  await outer.transaction(async (db) => {
    await db
      .insert(erasureCodes)
      .values({ learnerId: caller.learnerId, ...values })
      .onConflictDoUpdate({ target: erasureCodes.learnerId, set: values })
    const template = () => erasureCodeMail({ name: caller.name, code })
    await deps.queueMail(db, { to: caller.email, template, isUrgent: true })
  })
}

/**
 * Has the caller forgotten in seven days, by their password or, without one, by a mailed code; asked again,
 * the first day stands. Refused with `erasure_of_staff`, `erasure_of_parent` and for a wrong password or code.
 */
export async function requestErasure(
  { db: outer, ...deps }: ErasureDependencies,
  caller: CurrentUser,
  given: { password?: string | undefined; code?: string | undefined; keeps_certificates: boolean },
): Promise<Date> {
  const { learnerId } = caller
  const isByPassword = await hasPassword(outer, learnerId)
  if (isByPassword) {
    await requirePassword({ db: outer, ...deps }, caller, given.password ?? '', 'password')
  } else await requireCode({ db: outer, ...deps }, learnerId, given.code ?? '')
  const isStaff = caller.role !== null || caller.isOfficeClosed
  if (isStaff) throw new ProblemError('erasure_of_staff')
  if (await hasChildren(outer, learnerId)) throw new ProblemError('erasure_of_parent')
  // A code took its try when it was mailed.
  if (isByPassword) await consumeAttempt([deps.limits.erasureByLearner(learnerId)])
  const token = randomBytes(32).toString('base64url')
  return outer.transaction(async (db) => {
    const begun = await insertErasure(db, {
      learnerId,
      tokenHash: hashToken(token),
      keepsCertificates: given.keeps_certificates,
    })
    if (!begun) {
      const kept = await readErasure(db, learnerId)
      if (!kept) throw new Error('An erasure was gone')
      return kept.dueAt
    }
    const facts = { brandName: deps.brand.name, publicUrl: deps.publicUrl() }
    const template = () =>
      erasureRequestedMail({ ...facts, name: caller.name, dueAt: begun.dueAt, token })
    await deps.queueMail(db, { to: caller.email, template, isUrgent: true })
    return begun.dueAt
  })
}

/**
 * Of a child whose parent has withdrawn the consent: nobody takes it back, nor one that the child asked for.
 * Inside the transaction that does.
 */
export async function scheduleErasure(db: Database, learnerId: string): Promise<void> {
  await insertErasure(db, { learnerId, tokenHash: null, keepsCertificates: false })
  await db.update(erasures).set({ tokenHash: null }).where(eq(erasures.learnerId, learnerId))
}

async function insertErasure(
  db: Database,
  erasure: { learnerId: string; tokenHash: Buffer | null; keepsCertificates: boolean },
): Promise<typeof erasures.$inferSelect | undefined> {
  const dueAt = sql`now() + make_interval(days => ${coolingOffInDays})`
  const [begun] = await db
    .insert(erasures)
    .values({
      id: newId(),
      ...erasure,
      dueAt,
      requestedAt: sql`now()`,
      nextAttemptAt: dueAt,
    })
    .onConflictDoNothing()
    .returning()
  return begun
}

/** Children whose accounts are not going to be deleted. */
async function hasChildren(db: Database, learnerId: string): Promise<boolean> {
  const { id, parentId, erasedAt } = users
  const asked = db.select({ id: erasures.id }).from(erasures).where(eq(erasures.learnerId, id))
  const isKept = and(eq(parentId, learnerId), isNull(erasedAt), notExists(asked))
  return (await db.$count(users, isKept)) > 0
}

/** The account stays. False: it was not going to be deleted, or is being deleted at this moment. */
export async function cancelErasure(
  deps: Pick<ErasureDependencies, 'db' | 'queueMail'>,
  by: { learnerId: string } | { token: string },
): Promise<boolean> {
  const isMeant =
    'token' in by
      ? eq(erasures.tokenHash, hashToken(by.token))
      : eq(erasures.learnerId, by.learnerId)
  return deps.db.transaction(async (db) => {
    const [cancelled] = await db
      .delete(erasures)
      .where(and(isMeant, isNotNull(erasures.tokenHash)))
      .returning()
    if (!cancelled) return false
    const [person] = await db.select().from(users).where(eq(users.id, cancelled.learnerId))
    if (!person) return false
    const template = () => erasureCancelledMail({ name: person.name })
    await deps.queueMail(db, { to: person.email, template })
    return true
  })
}

/** Of an account that ends in another one. Inside the transaction that joins. */
export async function endErasure(db: Database, learnerId: string): Promise<void> {
  await db.delete(erasures).where(eq(erasures.learnerId, learnerId))
}

export async function readErasure(
  db: Database,
  learnerId: string,
): Promise<typeof erasures.$inferSelect | null> {
  const [found] = await db.select().from(erasures).where(eq(erasures.learnerId, learnerId))
  return found ?? null
}

/** It cannot be taken back any more. */
export async function isBeingErased(db: Database, learnerId: string): Promise<boolean> {
  return ((await readErasure(db, learnerId))?.toldAt ?? null) !== null
}

export async function hasPassword(db: Database, learnerId: string): Promise<boolean> {
  const [person] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, learnerId))
  return person !== undefined && person.passwordHash !== null
}

/** Each try is counted before the code is compared; a right one is used up. */
async function requireCode(
  { db, codeKey }: Pick<ErasureDependencies, 'db' | 'codeKey'>,
  learnerId: string,
  typed: string,
): Promise<void> {
  const isTheirs = eq(erasureCodes.learnerId, learnerId)
  const isOpen = sql`${erasureCodes.expiresAt} > now()`
  const [asked] = await db
    .update(erasureCodes)
    .set({ tries: sql`${erasureCodes.tries} + 1` })
    .where(and(isTheirs, isOpen, lt(erasureCodes.tries, triesPerCode)))
    .returning()
  if (!asked) {
    const isSpent = (await db.$count(erasureCodes, and(isTheirs, isOpen))) > 0
    throw new ProblemError(isSpent ? 'code_spent' : 'code_expired')
  }
  const code = typed.replaceAll(/\D/g, '')
  const hashes = codeKey.accepted.map((key) => hashErasureCode(key, learnerId, code))
  const used = await db
    .delete(erasureCodes)
    .where(and(isTheirs, inArray(erasureCodes.codeHash, hashes)))
    .returning()
  if (used.length > 0) return
  const [, message] = problems.code_wrong
  throw new ProblemError('code_wrong', { errors: [{ path: 'code', message }] })
}

function hashErasureCode(codeKey: string, learnerId: string, code: string): Buffer {
  return hashCode(codeKey, `erasure ${learnerId}`, code)
}
