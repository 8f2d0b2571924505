import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { consumeAttempt } from '../../accounts/server/limits.ts'
import { complaintNumber, dueOn, nextState } from '../complaint.ts'
import { isTokenOf } from './complaint-token.ts'
import type { ComplaintDependencies } from './dependencies.ts'
import { officerMail } from './mail-templates.ts'
import { lockComplaint, readComplaint } from './read-complaint.ts'
import { type ComplaintRow, complaintEvents, complaints } from './tables.ts'

interface Asked {
  id: string
  caller: CurrentUser | null
  token: string | undefined
}

/**
 * A complaint, for who filed it or was mailed about it. Refused with `complaint_not_found` for all others; that
 * of somebody who was erased is nobody's any more.
 */
export async function findOwnComplaint(
  { db, unsubscribeKey }: Pick<ComplaintDependencies, 'db' | 'unsubscribeKey'>,
  { id, caller, token }: Asked,
): Promise<ComplaintRow> {
  const row = await readComplaint(db, id)
  const isOwn = caller !== null && row.learnerId === caller.learnerId
  const isMailed = row.email !== '' && token !== undefined && isTokenOf(unsubscribeKey, id, token)
  if (!isOwn && !isMailed) throw new ProblemError('complaint_not_found')
  return row
}

/** Adds the complainant's words. What was answered or closed is open again, and has a month anew. */
export async function replyToComplaint(
  deps: ComplaintDependencies,
  asked: Asked & { words: string },
): Promise<ComplaintRow> {
  const { id } = await findOwnComplaint(deps, asked)
  await consumeAttempt([deps.limits.complaintReply(id)])
  const officer = await deps.findGrievanceOfficer()
  return deps.db.transaction((db) => addWords(deps, db, { id, words: asked.words, officer }))
}

interface Added {
  id: string
  words: string
  officer: { name: string; email: string } | null
}

/** What was said last already was sent again, as its answer was lost: it changes nothing. Inside a transaction. */
export async function addWords(
  deps: ComplaintDependencies,
  db: Database,
  { id, words, officer }: Added,
): Promise<ComplaintRow> {
  const before = await lockComplaint(db, id)
  if (await wasSaidLast(db, id, words)) return before
  const { state, kind } = nextState(before.state, 'reply')
  const isReopened = kind === 'reopened'
  const [row] = await db
    .update(complaints)
    .set({
      state,
      outcome: null,
      closedAt: null,
      revision: sql`${complaints.revision} + 1`,
      ...(isReopened && { dueOn: dueOn(dayInIndia()) }),
    })
    .where(eq(complaints.id, id))
    .returning()
  if (!row) throw new ProblemError('complaint_not_found')
  await db.insert(complaintEvents).values({ complaintId: id, kind, words })
  if (isReopened && officer) {
    // In their own language, not in that of who complains.
    await runInLanguage(undefined, () =>
      deps.queueMail(db, {
        to: officer.email,
        template: () =>
          officerMail({
            brandName: deps.brand.name,
            number: complaintNumber(row),
            dueOn: row.dueOn,
            publicUrl: deps.publicUrl(),
            id,
          }),
        cause: `complaint:${id}:${row.revision}:officer`,
      }),
    )
  }
  return row
}

async function wasSaidLast(db: Database, id: string, words: string): Promise<boolean> {
  const { complaintId, kind, staffId, id: eventId } = complaintEvents
  const [last] = await db
    .select({ staffId, words: complaintEvents.words })
    .from(complaintEvents)
    .where(and(eq(complaintId, id), ne(kind, 'assigned')))
    .orderBy(desc(eventId))
    .limit(1)
  return last?.staffId === null && last.words === words
}
