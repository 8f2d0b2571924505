import { and, asc, eq, or } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { RecordAuditEvent } from '../../../../http/server/audit.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { limitLockWaits } from '../../../../platform/database/limit-lock-waits.ts'
import { joinAccess } from '../../../access/server/join-access.ts'
import { joinChildren } from '../../../accounts/server/child-accounts.ts'
import { endJoinedAccount } from '../../../accounts/server/end-joined-account.ts'
import type { Joined } from '../../../accounts/server/joined.ts'
import { lockAddress } from '../../../accounts/server/lock-address.ts'
import { users } from '../../../accounts/server/tables.ts'
import { joinAssignments } from '../../../assignments/server/join-assignments.ts'
import { joinCertificates } from '../../../certificates/server/join-certificates.ts'
import { restoreCertificate } from '../../../certificates/server/restore-certificate.ts'
import { countOrders, joinOrders, lockOrders } from '../../../checkout/server/orders/join-orders.ts'
import { joinComplaints } from '../../../complaints/server/join-complaints.ts'
import { joinDiscussion } from '../../../discussion/server/join-discussion.ts'
import { joinFetches } from '../../../files/server/join-fetches.ts'
import { completeIfWatched } from '../../../learning/server/complete-if-watched.ts'
import { joinProgress, lockProgress } from '../../../learning/server/join-progress.ts'
import { joinEarlyOpenings } from '../../../learning/server/open-early.ts'
import { joinNotes } from '../../../notes/server/join-notes.ts'
import { endErasure } from '../../../privacy/server/erase/request-erasure.ts'
import { joinQuizzes } from '../../../quizzes/server/join-quizzes.ts'
import { joinReminders } from '../../../reminders/server/join-reminders.ts'
import { joinNominees } from '../../../representatives/server/nominee.ts'
import { joinReviews } from '../../../reviews/server/join-reviews.ts'
import { hasWorkedHere } from '../../../staff/server/has-worked-here.ts'
import { joinTax } from '../../../tax/server/join-tax.ts'
import * as contract from '../../contract.ts'
import { joinedMail } from '../mail-templates.ts'
import { joinedAccounts, joinRequests, supportViews } from '../tables.ts'
import type { RequestJoinDependencies } from './request-join.ts'

export interface JoinDependencies extends RequestJoinDependencies {
  db: Database
  recordAuditEvent: RecordAuditEvent
  /** Of a domain that comes later. */
  joinCampaigns: (db: Database, joined: Joined) => Promise<void>
}

/** An order was made while its account was being locked: to be tried again. */
export class StillBuying extends Error {}

/** Shorter than PostgreSQL takes to find two that wait for each other, of whom it would end either. */
const lockWaitInMs = 200

type UserRow = typeof users.$inferSelect

/**
 * Makes one account of two, in one transaction: all that names the other account names the caller's
 * afterwards, the other account is gone, both addresses are told, and the audit log has it. Whether the
 * codes are right was found out before; the request is used up by it. Resolves to the courses whose
 * percent is to be counted again; waits for nobody's lock for long, and may be tried again. A table that
 * names learners belongs to one of the functions below (`join-accounts.test.ts` holds them against the
 * database).
 */
export async function joinAccounts(
  deps: JoinDependencies,
  {
    caller,
    request,
    ip,
  }: {
    caller: CurrentUser
    request: typeof joinRequests.$inferSelect
    ip: string
  },
): Promise<string[]> {
  return deps.db.transaction(async (db) => {
    await limitLockWaits(db, lockWaitInMs)
    const { from, into } = await lockBoth(db, caller, request)
    const joined = { fromId: from.id, intoId: into.id }
    await requireJoinable(db, { from, into })
    await db
      .insert(joinedAccounts)
      .values({ id: from.id, learnerId: into.id, email: from.email, name: from.name })
    const { learnerId } = joinedAccounts
    await db.update(joinedAccounts).set({ learnerId: into.id }).where(eq(learnerId, from.id))
    const orders = await joinOrders(db, joined, from)
    await joinTax(db, joined)
    const courseIds = await joinAccess(db, joined)
    const behind = await joinProgress(db, joined)
    await joinEarlyOpenings(db, joined)
    for (const courseId of courseIds) {
      await completeIfWatched(deps, db, { learnerId: into.id, courseId })
    }
    await joinCertificates(db, joined)
    for (const courseId of courseIds) await restoreCertificate(db, into.id, courseId)
    await joinQuizzes(db, joined)
    await joinAssignments(db, joined)
    await joinFetches(db, joined)
    await joinNotes(db, joined)
    await joinComplaints(db, joined)
    await joinDiscussion(db, joined)
    await joinReviews(db, joined)
    await joinReminders(db, joined)
    await joinNominees(db, joined)
    await joinChildren(db, joined)
    await deps.joinCampaigns(db, joined)
    await db
      .update(supportViews)
      .set({ learnerId: into.id })
      .where(eq(supportViews.learnerId, from.id))
    await endErasure(db, from.id)
    await endJoinedAccount(db, { from, into })
    await tell(deps, db, { from, into, ip, moved: { orders, courses: courseIds.length } })
    return behind
  })
}

/**
 * Both accounts and all that others may be changing of them, until the commit: the accounts first, as
 * whoever acts on one; what hangs on them in the order in which it is locked elsewhere; and at last
 * nobody may write anything more that names the account that goes.
 */
async function lockBoth(
  db: Database,
  { learnerId, email }: CurrentUser,
  request: typeof joinRequests.$inferSelect,
): Promise<{ from: UserRow; into: UserRow }> {
  for (const address of [email, request.email].toSorted()) await lockAddress(db, address)
  const people = await db
    .select()
    .from(users)
    .where(or(eq(users.id, learnerId), eq(users.email, request.email)))
    .orderBy(asc(users.id))
    .for('no key update')
  const into = people.find(({ id }) => id === learnerId)
  const from = people.find(({ id }) => id !== learnerId)
  const used = await db
    .delete(joinRequests)
    .where(and(eq(joinRequests.learnerId, learnerId), eq(joinRequests.codeHash, request.codeHash)))
    .returning({ email: joinRequests.email })
  // Asked for anew or confirmed at the same moment, or an address has changed hands.
  if (!into || !from || into.email !== email || used.length === 0) {
    throw new ProblemError('code_expired')
  }
  const joined = { fromId: from.id, intoId: into.id }
  const locked = await lockOrders(db, joined)
  await lockProgress(db, joined)
  await db.select({ id: users.id }).from(users).where(eq(users.id, from.id)).for('update')
  if ((await countOrders(db, from.id)) !== locked) throw new StillBuying()
  return { from, into }
}

/** Said only to who has proved that both addresses are theirs. */
async function requireJoinable(
  db: Database,
  { from, into }: { from: UserRow; into: UserRow },
): Promise<void> {
  const isOfStaff = from.role !== null || into.role !== null || (await hasWorkedHere(db, from.id))
  if (isOfStaff) throw new ProblemError('join_of_staff')
  // Two mailboxes are less than what the account asks for.
  if (from.hasSecondStep) throw new ProblemError('join_of_second_step')
  if (from.parentId !== null || into.parentId !== null) throw new ProblemError('join_of_child')
  if (from.blockedAt !== null) throw new ProblemError('join_of_blocked')
}

async function tell(
  deps: JoinDependencies,
  db: Database,
  {
    from,
    into,
    ip,
    moved,
  }: {
    from: UserRow
    into: UserRow
    ip: string
    moved: { orders: number; courses: number }
  },
): Promise<void> {
  const facts = { email: from.email, keptEmail: into.email, publicUrl: deps.publicUrl() }
  await deps.queueMail(db, [
    { to: into.email, template: () => joinedMail({ ...facts, name: into.name }) },
    { to: from.email, template: () => joinedMail({ ...facts, name: from.name }) },
  ])
  await deps.recordAuditEvent(
    {
      actor: { id: into.id, name: into.name, role: null },
      act: contract.confirmJoin.route,
      summary: contract.confirmJoin.summary,
      subject: { kind: 'learner', id: into.id },
      before: { joined_account: from.id, email: from.email, name: from.name },
      after: { email: into.email, ...moved },
      ip,
      outcome: 'done',
    },
    db,
  )
}
