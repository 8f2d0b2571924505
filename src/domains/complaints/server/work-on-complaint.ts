import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { findUser } from '../../accounts/server/find-user.ts'
import { type ComplaintOutcome, complaintNumber, nextState } from '../complaint.ts'
import { signComplaint } from './complaint-token.ts'
import type { ComplaintDependencies } from './dependencies.ts'
import { complaintAnsweredMail } from './mail-templates.ts'
import { findAssignable, lockComplaint } from './read-complaint.ts'
import { type ComplaintRow, complaintEvents, complaints } from './tables.ts'

interface Work {
  id: string
  /** That of the complaint that was looked at. */
  revision: number
  caller: CurrentUser
  audit: Audit
}

/**
 * Mails an answer to who complained, once; with an outcome it closes the complaint. Refused with
 * `complaint_changed` if something happened since it was looked at, also a second press of the same button.
 */
export async function answerComplaint(
  deps: ComplaintDependencies,
  { words, outcome, ...work }: Work & { words: string; outcome: ComplaintOutcome | null },
): Promise<ComplaintRow> {
  return deps.db.transaction(async (db) => {
    const before = await lockUnchanged(db, work)
    const { state, kind } = nextState(before.state, outcome === null ? 'answer' : 'close')
    const closedAt = outcome === null ? null : sql`clock_timestamp()`
    const row = await change(db, work.id, { state, outcome, closedAt })
    const complaintId = row.id
    const staffId = work.caller.learnerId
    await db.insert(complaintEvents).values({ complaintId, kind, staffId, words })
    await mailAnswer(deps, db, row, words)
    await tellAudit(db, work, before, row)
    return row
  })
}

/** Puts a complaint into somebody's hands. Refused with `complaint_changed` and `staff_not_found`. */
export async function assignComplaint(
  { db: outer }: Pick<ComplaintDependencies, 'db'>,
  { staffId, ...work }: Work & { staffId: string | null },
): Promise<ComplaintRow> {
  return outer.transaction(async (db) => {
    const before = await lockUnchanged(db, work)
    const assignee = staffId === null ? null : await findAssignable(db, staffId)
    if (staffId !== null && !assignee) throw new ProblemError('staff_not_found')
    const row = await change(db, work.id, { assignedTo: staffId })
    await db.insert(complaintEvents).values({
      complaintId: row.id,
      kind: 'assigned',
      staffId: work.caller.learnerId,
      words: assignee?.name ?? '',
    })
    await tellAudit(db, work, before, row)
    return row
  })
}

async function lockUnchanged(db: Database, { id, revision }: Work): Promise<ComplaintRow> {
  const row = await lockComplaint(db, id)
  if (row.revision !== revision) throw new ProblemError('complaint_changed')
  return row
}

async function change(
  db: Database,
  id: string,
  columns: Parameters<ReturnType<typeof db.update<typeof complaints>>['set']>[0],
): Promise<ComplaintRow> {
  const [row] = await db
    .update(complaints)
    .set({ ...columns, revision: sql`${complaints.revision} + 1` })
    .where(eq(complaints.id, id))
    .returning()
  if (!row) throw new ProblemError('complaint_not_found')
  return row
}

/**
 * To a learner's present address; the one they filed from may be somebody else's by now. In the language that
 * the complaint was filed in: a visitor has no account that would tell. To nobody who was erased.
 */
async function mailAnswer(
  deps: ComplaintDependencies,
  db: Database,
  row: ComplaintRow,
  words: string,
): Promise<void> {
  if (row.email === '') return
  const learner = row.learnerId === null ? undefined : await findUser(db, row.learnerId)
  const language = deps.languages.find(({ code }) => code === row.language)
  await runInLanguage(language, () =>
    deps.queueMail(db, {
      to: learner?.email ?? row.email,
      template: () =>
        complaintAnsweredMail({
          brandName: deps.brand.name,
          number: complaintNumber(row),
          name: row.learnerId === null ? null : row.name,
          words,
          outcome: row.outcome,
          publicUrl: deps.publicUrl(),
          id: row.id,
          token: signComplaint(deps.unsubscribeKey, row.id),
        }),
      cause: `complaint:${row.id}:${row.revision}`,
    }),
  )
}

/** What was said stands with the complaint; the log has who did what to which. */
function tellAudit(
  db: Database,
  { audit }: Work,
  before: ComplaintRow,
  after: ComplaintRow,
): Promise<void> {
  const tell = ({ state, outcome, assignedTo }: ComplaintRow) => ({
    number: complaintNumber(after),
    state,
    outcome,
    assigned_to: assignedTo,
  })
  const subject = { kind: 'complaint', id: after.id }
  return audit(db, { subject, before: tell(before), after: tell(after) })
}
