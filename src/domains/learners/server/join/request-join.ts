import { and, eq, gt, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { QueueMail } from '../../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { RotatingKey } from '../../../../platform/secrets.ts'
import type { Brand } from '../../../../platform/settings.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { canonicalEmail } from '../../../accounts/server/canonical-email.ts'
import { doOrUndo } from '../../../accounts/server/do-or-undo.ts'
import { consumeAttempt, type Limits } from '../../../accounts/server/limits.ts'
import { users } from '../../../accounts/server/tables.ts'
import { joinCodeLifetimeInHours, joinCodeMail, joinOtherCodeMail } from '../mail-templates.ts'
import { joinRequests } from '../tables.ts'
import { hashJoinCode, newJoinCode } from './join-codes.ts'

export interface RequestJoinDependencies {
  queueMail: QueueMail
  codeKey: RotatingKey
  brand: Pick<Brand, 'name'>
  publicUrl: () => string
  limits: Pick<Limits, 'joinByLearner' | 'joinMailByInbox'>
}

export interface JoinRequest {
  /** Whose account stays. */
  person: Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'role'>
  /** Of the account that is to go. */
  email: string
}

/** Each takes one; a mail of it reaches somebody who has not asked for it. */
export function takeJoinTry(
  { limits }: Pick<RequestJoinDependencies, 'limits'>,
  { learnerId, email }: { learnerId: string; email: string },
): Promise<void> {
  return consumeAttempt([
    limits.joinByLearner(learnerId),
    limits.joinMailByInbox(canonicalEmail(email)),
  ])
}

/**
 * Mails a code to the present address of an account and one to that of the other; codes mailed before
 * become useless. Whether the other address has an account makes no difference that could be seen, but
 * that no mail comes there. Inside a transaction. Refused with `join_of_staff` for an account of staff.
 */
export async function requestJoin(
  deps: RequestJoinDependencies,
  db: Database,
  { person, email }: JoinRequest,
): Promise<void> {
  if (email === person.email) {
    const message = t('This is the address of this account. Please enter that of the other one.')
    throw new ProblemError('invalid_input', { errors: [{ path: 'email', message }] })
  }
  if (person.role !== null) throw new ProblemError('join_of_staff')
  const [code, otherCode] = [newJoinCode(), newJoinCode()]
  const hash = (code: string) =>
    hashJoinCode(deps.codeKey.current, { learnerId: person.id, email, code })
  const values = {
    email,
    codeHash: hash(code),
    otherCodeHash: hash(otherCode),
    tries: 0,
    requestedAt: sql`now()`,
    expiresAt: sql`now() + make_interval(hours => ${joinCodeLifetimeInHours})`,
  }
  await db
    .insert(joinRequests)
    .values({ learnerId: person.id, ...values })
    .onConflictDoUpdate({ target: joinRequests.learnerId, set: values })
  const facts = { brandName: deps.brand.name, publicUrl: deps.publicUrl() }
  const template = () => joinCodeMail({ ...facts, name: person.name, otherEmail: email, code })
  await deps.queueMail(db, { to: person.email, template, isUrgent: true })
  const [other] = await db.select({ name: users.name }).from(users).where(eq(users.email, email))
  await doOrUndo(db, other !== undefined, (db) =>
    deps.queueMail(db, {
      to: email,
      template: () =>
        joinOtherCodeMail({
          ...facts,
          name: other?.name ?? '',
          keptEmail: person.email,
          code: otherCode,
        }),
      isUrgent: true,
    }),
  )
}

/** Which address somebody's account waits to be joined with; null: none. */
export async function readJoinRequest(
  db: Database,
  learnerId: string,
): Promise<{ email: string; expiresAt: Date } | null> {
  const { email, expiresAt } = joinRequests
  const [open] = await db
    .select({ email, expiresAt })
    .from(joinRequests)
    .where(and(eq(joinRequests.learnerId, learnerId), gt(expiresAt, sql`now()`)))
  return open ?? null
}

/** Nothing is joined; the codes are good for nothing any more. */
export async function forgetJoinRequest(db: Database, learnerId: string): Promise<void> {
  await db.delete(joinRequests).where(eq(joinRequests.learnerId, learnerId))
}
