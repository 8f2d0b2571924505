import { and, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { RecordAuditEvent } from '../../../http/server/audit.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { changeEmail, isAddressTaken } from '../../accounts/server/change-email.ts'
import { hasRightNow } from '../../accounts/server/has-right-now.ts'
import { lockAccount } from '../../accounts/server/lock-account.ts'
import type { AlertDependencies } from '../../accounts/server/security/alerts.ts'
import { lockOut } from '../../accounts/server/security/say-not-me.ts'
import { hashToken } from '../../accounts/server/sessions.ts'
import { users } from '../../accounts/server/tables.ts'
import { requestOwnEmailChange } from '../contract.ts'
import { emailChangedMail } from './mail-templates.ts'
import { emailChanges } from './tables.ts'

interface ConfirmDependencies {
  db: Database
  queueMail: QueueMail
  recordAuditEvent: RecordAuditEvent
}

type AnswerDependencies = ConfirmDependencies & Pick<AlertDependencies, 'publicUrl' | 'brand'>

const { confirmedAt, agreedAt, requestedAt, expiresAt } = emailChanges
const isOpen = gt(expiresAt, sql`now()`)
/** The new address is proved, and the old one has agreed or has said nothing for a day. */
const isDue = and(
  isNotNull(confirmedAt),
  or(isNotNull(agreedAt), sql`${requestedAt} <= now() - interval '1 day'`),
)

/**
 * Notes that the link mailed to a new address was opened; the account gets the address at once if the
 * old one agrees, else once that was silent for a day. Refused with `email_link_unusable`, also if who
 * asked for it may not ask any more, and with `email_taken`.
 */
export async function confirmEmail(
  deps: ConfirmDependencies,
  token: string,
): Promise<{ email: string; isChanged: boolean }> {
  const change = await deps.db.transaction(async (db) => {
    const [change] = await db
      .update(emailChanges)
      .set({
        confirmedAt: sql`coalesce(${confirmedAt}, now())`,
        // Proved in time: it now waits for the old address alone.
        expiresAt: sql`greatest(${expiresAt}, ${requestedAt} + interval '3 days')`,
      })
      .where(and(eq(emailChanges.tokenHash, hashToken(token)), isOpen))
      .returning()
    if (!change) throw new ProblemError('email_link_unusable')
    await requireStillMeant(db, change)
    if (await isAddressTaken(db, change.email)) throw new ProblemError('email_taken')
    return change
  })
  return { email: change.email, isChanged: await applyEmailChange(deps, change) }
}

/**
 * What the old address says to a change: with its yes nothing more is waited for, with its no there is no
 * change. If that was asked for in the account itself, somebody else is in it: it is locked. Refused with
 * `email_link_unusable`.
 */
export async function answerEmailChange(
  deps: AnswerDependencies,
  { token, agrees }: { token: string; agrees: boolean },
): Promise<'changed' | 'waits' | 'stays' | 'locked'> {
  const isAsked = and(eq(emailChanges.oldTokenHash, hashToken(token)), isOpen)
  if (!agrees) return refuseEmailChange(deps, isAsked)
  const [answered] = await deps.db
    .update(emailChanges)
    .set({ agreedAt: sql`coalesce(${agreedAt}, now())` })
    .where(isAsked)
    .returning()
  if (!answered) throw new ProblemError('email_link_unusable')
  return (await applyEmailChange(deps, answered)) ? 'changed' : 'waits'
}

async function refuseEmailChange(
  deps: AnswerDependencies,
  isAsked: SQL | undefined,
): Promise<'stays' | 'locked'> {
  return deps.db.transaction(async (db) => {
    const [asked] = await db.select().from(emailChanges).where(isAsked)
    if (!asked) throw new ProblemError('email_link_unusable')
    // The account first and the link then, as everywhere.
    await lockAccount(db, asked.userId)
    const [gone] = await db.delete(emailChanges).where(isAsked).returning()
    if (!gone) throw new ProblemError('email_link_unusable')
    if (gone.requestedBy !== gone.userId) return 'stays'
    await lockOut({ ...deps, cancelEmailChange }, db, gone.userId)
    return 'locked'
  })
}

/** Inside a transaction that has locked the account. */
export async function cancelEmailChange(db: Database, userId: string): Promise<void> {
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Only what was asked for in the account itself; a new password and a block do so, too, by a trigger. */
export async function cancelOwnEmailChange(db: Database, userId: string): Promise<void> {
  const { userId: user, requestedBy } = emailChanges
  await db.delete(emailChanges).where(and(eq(user, userId), eq(requestedBy, userId)))
}

/** Gives accounts the addresses whose old ones were silent for a day; forgets what cannot be any more. */
export async function applyDueEmailChanges(
  deps: ConfirmDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const due = await deps.db
    .select({ userId: emailChanges.userId, email: emailChanges.email })
    .from(emailChanges)
    .where(isDue)
    .limit(100)
  for (const asked of due) {
    if (stopping.aborted) return
    try {
      await applyEmailChange(deps, asked)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      await deps.db.delete(emailChanges).where(and(isOfChange(asked), isDue))
    }
  }
}

type Asked = Pick<typeof emailChanges.$inferSelect, 'userId' | 'email'>

const isOfChange = ({ userId, email }: Asked) =>
  and(eq(emailChanges.userId, userId), eq(emailChanges.email, email))

/**
 * Gives an account its new address, if that is due, and tells the old one. True: it has it now. Refused
 * with `email_link_unusable` if it is not asked for any more.
 */
async function applyEmailChange(deps: ConfirmDependencies, asked: Asked): Promise<boolean> {
  const { userId, email } = asked
  return deps.db.transaction(async (db) => {
    // Both links may be opened at the same moment: the second hears what the first has done.
    await lockUntilCommit(db, 'email change', userId)
    const isMeant = and(isOfChange(asked), isDue)
    const [change] = await db.select().from(emailChanges).where(isMeant)
    if (!change) {
      const isTheirs = and(eq(users.id, userId), eq(users.email, email))
      if ((await db.$count(users, isTheirs)) > 0) return true
      if ((await db.$count(emailChanges, isOfChange(asked))) > 0) return false
      throw new ProblemError('email_link_unusable')
    }
    // The account first and the link then, as who asks for one: they would wait for each other.
    const before = await changeEmail(db, userId, email)
    const used = await db.delete(emailChanges).where(isMeant).returning()
    if (used.length === 0) throw new ProblemError('email_link_unusable')
    await requireStillMeant(db, change)
    const { name, hadGoogle } = before
    const template = () => emailChangedMail({ name, newEmail: email, hadGoogle })
    await deps.queueMail(db, { to: before.email, template })
    // What support asks for was written down then.
    if (change.requestedBy === userId) {
      await deps.recordAuditEvent(
        {
          actor: { id: userId, name: before.name, role: before.role },
          act: requestOwnEmailChange.route,
          summary: 'Changes the address of one’s own account',
          subject: { kind: 'learner', id: userId },
          before: { email: before.email },
          after: { email },
          ip: '',
          outcome: 'done',
        },
        db,
      )
    }
    return true
  })
}

/** A learner may have become staff since: then an owner must have asked, or support could become one. */
async function requireStillMeant(
  db: Database,
  { userId, requestedBy }: typeof emailChanges.$inferSelect,
): Promise<void> {
  const [person] = await db
    .select({ role: users.role, blockedAt: users.blockedAt, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (requestedBy === userId) {
    // Who was logged in and had shown that it was them.
    if (person?.blockedAt === null && person.lockedAt === null) return
    throw new ProblemError('email_link_unusable')
  }
  const isStaff = person?.role !== null
  const isMeant =
    requestedBy === null
      ? !isStaff
      : await hasRightNow(db, requestedBy, isStaff ? 'staff' : 'people')
  if (!isMeant) throw new ProblemError('email_link_unusable')
}
