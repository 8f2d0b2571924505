import { asc, desc, eq, inArray } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { grantAccess } from '../../access/server/change-access.ts'
import { listOpenCauses } from '../../access/server/list-open-causes.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { entitlements } from '../../access/server/tables.ts'
import { blockAccount } from '../../accounts/server/block-account.ts'
import {
  createChildAccount,
  listChildAccounts,
  lockChildAccount,
} from '../../accounts/server/child-accounts.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { restoreCertificate } from '../../certificates/server/restore-certificate.ts'
import { completeIfWatched } from '../../learning/server/complete-if-watched.ts'
import { consentWords } from '../consent-words.ts'
import type { Child } from '../contract.ts'
import { childAddedMail, consentWithdrawnMail } from './mail-templates.ts'
import { nameChildLogin } from './name-child-login.ts'
import { parentalConsents } from './tables.ts'

export interface ChildrenDependencies {
  db: Database
  queueMail: QueueMail
  publicUrl: () => string
  /** Of a domain that comes later: puts an account up for erasure, inside the transaction. */
  eraseAccount: (db: Database, learnerId: string) => Promise<void>
  limits: Pick<Limits, 'childByLearner'>
}

const childrenAtMost = 10

/**
 * Opens an account for a child, with the parent's consent and the words that were agreed to. Its mails go
 * to the parent; it gets no news. Opened once more under the same id it is the same account. Refused with
 * `too_many_children`, and with `not_for_children` to a child.
 */
export async function addChild(
  deps: ChildrenDependencies,
  caller: CurrentUser,
  { id = newId(), name, password }: { id?: string | undefined; name: string; password: string },
): Promise<void> {
  // What is refused costs no hash: everybody's new passwords wait in one line.
  if (await isAdded(deps.db, caller.learnerId, id)) return
  await consumeAttempt([deps.limits.childByLearner(caller.learnerId)])
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (db) => {
    const parent = await lockParent(db, caller.learnerId)
    if (await isAdded(db, parent.id, id)) return
    const login = nameChildLogin(name)
    await createChildAccount(db, { id, parent, name, login, passwordHash })
    await db
      .insert(parentalConsents)
      .values({ childId: id, parentId: parent.id, isGiven: true, words: t(consentWords) })
    await deps.queueMail(db, {
      to: parent.email,
      template: () =>
        childAddedMail({
          name: parent.name,
          childName: name,
          login,
          publicUrl: deps.publicUrl(),
        }),
    })
  })
}

/** Refused as `addChild` says. */
async function isAdded(db: Database, parentId: string, id: string): Promise<boolean> {
  const isEither = inArray(users.id, [parentId, id])
  const rows = await db.select({ id: users.id, of: users.parentId }).from(users).where(isEither)
  if (rows.some((row) => row.id === parentId && row.of !== null)) {
    throw new ProblemError('not_for_children')
  }
  const same = rows.find((row) => row.id === id)
  if (same?.of === parentId) return true
  if (same) throw new ProblemError('child_not_found')
  const known = await listChildAccounts(db, parentId)
  if (known.length >= childrenAtMost) throw new ProblemError('too_many_children')
  return false
}

/** Blocks the account of a child at once and puts it up for erasure. Said once more, it changes nothing. */
export async function withdrawConsent(
  deps: ChildrenDependencies,
  caller: CurrentUser,
  childId: string,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const parent = await lockParent(db, caller.learnerId)
    const child = await lockChild(db, parent.id, childId)
    if (!(await isConsented(db, childId))) return
    await db
      .insert(parentalConsents)
      .values({ childId, parentId: parent.id, isGiven: false, words: t(consentWords) })
    await blockAccount(db, childId, 'The parent’s consent was withdrawn.')
    await deps.eraseAccount(db, childId)
    await deps.queueMail(db, {
      to: parent.email,
      template: () => consentWithdrawnMail({ name: parent.name, childName: child.name }),
    })
  })
}

/**
 * Opens a course that the parent has bought for one child too, for as long as the purchase stands: the
 * cause of the grant is the order. One of which the child had watched everything is completed by that.
 * Refused with `child_not_found`, `consent_withdrawn`, `course_not_owned` and, if this child has it by an
 * order or others by each of them, `course_already_shared`.
 */
export async function shareCourse(
  deps: ChildrenDependencies,
  caller: CurrentUser,
  { childId, courseId }: { childId: string; courseId: string },
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const parent = await lockParent(db, caller.learnerId)
    await lockChild(db, parent.id, childId)
    if (!(await isConsented(db, childId))) throw new ProblemError('consent_withdrawn')
    const held = { learnerId: parent.id, courseId }
    // A refund of this moment either comes before, or closes what is opened here.
    await lockAccess(db, held)
    const bought = await listOpenCauses(db, { kind: 'payment', ...held })
    if (bought.length === 0) throw new ProblemError('course_not_owned')
    const given = await listOpenCauses(db, { kind: 'gift', learnerId: childId, courseId })
    const isShared = bought.some((orderId) => given.includes(orderId))
    if (isShared) throw new ProblemError('course_already_shared')
    for (const orderId of bought) {
      const isNew = await grantAccess(db, {
        learnerId: childId,
        courseId,
        cause: { kind: 'gift', id: orderId },
        reason: `Bought by ${parent.name} and shared with their child`,
      })
      if (!isNew) continue
      await completeIfWatched(deps, db, { learnerId: childId, courseId })
      return restoreCertificate(db, childId, courseId)
    }
    throw new ProblemError('course_already_shared')
  })
}

export async function listChildren(db: Database, parentId: string): Promise<Child[]> {
  const rows = await listChildAccounts(db, parentId)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const said = await db
    .select()
    .from(parentalConsents)
    .where(inArray(parentalConsents.childId, ids))
    .orderBy(asc(parentalConsents.id))
  const owned = await db
    .select({ learnerId: entitlements.learnerId, id: courses.id, title: courses.title })
    .from(entitlements)
    .innerJoin(courses, eq(courses.id, entitlements.courseId))
    .where(inArray(entitlements.learnerId, ids))
    .orderBy(asc(courses.title))
  return rows.map(({ id, name, email: login }) => {
    const words = said.filter(({ childId }) => childId === id)
    const last = words.at(-1)
    return {
      id,
      name,
      login,
      consented_at: (words[0]?.saidAt ?? new Date(0)).toISOString(),
      withdrawn_at: last?.isGiven === false ? last.saidAt.toISOString() : null,
      courses: owned
        .filter(({ learnerId }) => learnerId === id)
        .map(({ id, title }) => ({ id, title })),
    }
  })
}

/** False for a child whose parent has withdrawn; true for everybody else. */
export async function isConsented(db: Database, learnerId: string): Promise<boolean> {
  const [last] = await db
    .select({ isGiven: parentalConsents.isGiven })
    .from(parentalConsents)
    .where(eq(parentalConsents.childId, learnerId))
    .orderBy(desc(parentalConsents.id))
    .limit(1)
  return last?.isGiven ?? true
}

type UserRow = typeof users.$inferSelect

/** The caller's own row, who may have been blocked or erased since they called. Inside a transaction. */
async function lockParent(db: Database, id: string): Promise<UserRow> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).for('no key update')
  if (!row || row.blockedAt !== null) throw new ProblemError('not_signed_in')
  return row
}

async function lockChild(db: Database, parentId: string, id: string): Promise<UserRow> {
  const row = await lockChildAccount(db, { parentId, id })
  if (!row) throw new ProblemError('child_not_found')
  return row
}
