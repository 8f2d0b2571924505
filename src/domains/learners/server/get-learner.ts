import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import { listMailsTo } from '../../../integrations/mail/resend-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { listSessions } from '../../accounts/server/list-sessions.ts'
import { users } from '../../accounts/server/tables.ts'
import { certificates } from '../../certificates/server/tables.ts'
import { readErasure } from '../../privacy/server/erase/request-erasure.ts'
import type { Learner } from '../contract.ts'
import { describeCourses } from './describe-courses.ts'
import { describeOrders } from './describe-orders.ts'
import { emailChanges, joinedAccounts } from './tables.ts'

/** All about one person. Refused with `learner_not_found`. */
export async function getLearner(
  db: Database,
  id: string,
  shown: { withAmounts: boolean },
): Promise<Learner> {
  const [person] = await db.select().from(users).where(eq(users.id, id))
  if (!person) throw new ProblemError('learner_not_found')
  const { name, email, phone, role, createdAt, blockedAt, blockedReason } = person
  return {
    id,
    name,
    email,
    phone,
    role,
    created_at: createdAt.toISOString(),
    blocked: blockedAt && { at: blockedAt.toISOString(), reason: blockedReason ?? '' },
    new_email: await findNewEmail(db, id),
    erasure: await describeErasure(db, id),
    joined: await describeJoined(db, id),
    courses: await describeCourses(db, id),
    orders: await describeOrders(db, id, shown),
    certificates: await describeCertificates(db, id),
    mails: (await listMailsTo(db, email)).map((mail) => ({
      id: mail.id,
      subject: mail.subject,
      queued_at: mail.queuedAt.toISOString(),
      sent_at: mail.sentAt?.toISOString() ?? null,
      failure: mail.sentAt === null ? mail.lastError : null,
      can_resend: !mail.isLetter,
    })),
    sessions: (await listSessions(db, id)).map((session) => ({
      device: session.device,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
    })),
  }
}

async function findNewEmail(db: Database, userId: string): Promise<string | null> {
  const [change] = await db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, sql`now()`)))
  return change?.email ?? null
}

async function describeErasure(db: Database, id: string): Promise<Learner['erasure']> {
  const erasure = await readErasure(db, id)
  return erasure && { due_at: erasure.dueAt.toISOString(), is_done: erasure.anonymisedAt !== null }
}

async function describeJoined(db: Database, learnerId: string): Promise<Learner['joined']> {
  const joined = await db
    .select()
    .from(joinedAccounts)
    .where(eq(joinedAccounts.learnerId, learnerId))
    .orderBy(desc(joinedAccounts.joinedAt))
  return joined.map(({ email, name, joinedAt }) => ({
    email,
    name,
    joined_at: joinedAt.toISOString(),
  }))
}

async function describeCertificates(
  db: Database,
  learnerId: string,
): Promise<Learner['certificates']> {
  const issued = await db
    .select()
    .from(certificates)
    .where(eq(certificates.learnerId, learnerId))
    .orderBy(desc(certificates.issuedAt))
  return issued.map(({ id, printedName, courseTitle, issuedAt, revokedAt }) => ({
    id,
    name: printedName,
    course_title: courseTitle,
    issued_at: issuedAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  }))
}
