import { and, asc, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { hasRight, roles } from '../../../http/rights.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { users } from '../../accounts/server/tables.ts'
import { complaintNumber } from '../complaint.ts'
import type * as contract from '../contract.ts'
import type { Complaint, WorkedComplaint } from '../contract.ts'
import { type ComplaintRow, complaintEvents, complaints } from './tables.ts'

const assignees = alias(users, 'assignees')
const listedAtMost = 100

/** Who may work on complaints. */
const workingRoles = roles.filter((role) => hasRight(role, 'people'))

export function describeShortly(row: ComplaintRow) {
  return {
    id: row.id,
    number: complaintNumber(row),
    subject: row.subject,
    state: row.state,
    outcome: row.outcome,
    filed_at: row.filedAt.toISOString(),
    due_on: row.dueOn,
  }
}

/** As who filed it sees it. */
export async function describeComplaint(db: Database, row: ComplaintRow): Promise<Complaint> {
  const events = (await listEvents(db, row.id)).filter(({ event }) => event.kind !== 'assigned')
  return { ...describeShortly(row), events: events.map(describeEvent) }
}

export async function listOwnComplaints(
  db: Database,
  learnerId: string,
): Promise<ResponseOf<typeof contract.listMyComplaints>> {
  const rows = await db
    .select()
    .from(complaints)
    .where(eq(complaints.learnerId, learnerId))
    .orderBy(desc(complaints.filedAt))
    .limit(listedAtMost)
  return { complaints: rows.map(describeShortly) }
}

/** Refused with `complaint_not_found`. */
export async function readComplaint(db: Database, id: string): Promise<ComplaintRow> {
  const [row] = await db.select().from(complaints).where(eq(complaints.id, id))
  if (!row) throw new ProblemError('complaint_not_found')
  return row
}

/** Inside a transaction. Refused with `complaint_not_found`. */
export async function lockComplaint(db: Database, id: string): Promise<ComplaintRow> {
  const [row] = await db.select().from(complaints).where(eq(complaints.id, id)).for('update')
  if (!row) throw new ProblemError('complaint_not_found')
  return row
}

/** Those that wait by the day they are due; the others newest first. */
export async function listComplaints(
  db: Database,
  { filter, subject, cursor, limit }: QueryOf<typeof contract.listComplaints>,
): Promise<ResponseOf<typeof contract.listComplaints>> {
  const { dueOn, filedAt, id, state } = complaints
  const isWaiting = filter === 'open' || filter === 'overdue'
  const by = isWaiting ? dueOn : filedAt
  const inOrder = isWaiting ? asc : desc
  const rows = await db
    .select({ ...getTableColumns(complaints), assignee: assignees.name })
    .from(complaints)
    .leftJoin(assignees, eq(assignees.id, complaints.assignedTo))
    .where(
      and(
        eq(state, isWaiting ? 'open' : filter),
        filter === 'overdue' ? lt(dueOn, dayInIndia()) : undefined,
        subject && eq(complaints.subject, subject),
        isBehind(by, id, cursor, isWaiting),
      ),
    )
    .orderBy(inOrder(by), inOrder(id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return { complaints: page.map((row) => describeListed(row, row.assignee)), next_cursor }
}

export async function countDue(
  db: Database,
): Promise<ResponseOf<typeof contract.countDueComplaints>> {
  const today = dayInIndia()
  const openBefore = (day: string) =>
    db.$count(complaints, and(eq(complaints.state, 'open'), lt(complaints.dueOn, day)))
  const overdue = await openBefore(today)
  return { due: (await openBefore(addDays(today, 8))) - overdue, overdue }
}

/** As who works on it sees it. */
export async function describeWorked(db: Database, row: ComplaintRow): Promise<WorkedComplaint> {
  const assignable = await listAssignable(db)
  const [assignee] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, row.assignedTo ?? row.id))
  const events = await listEvents(db, row.id)
  return {
    ...describeListed(row, assignee?.name ?? null),
    revision: row.revision,
    language: row.language,
    learner_id: row.learnerId,
    payment_id: row.orderId,
    assignee_id: row.assignedTo,
    assignable,
    events: events.map((one) => ({ ...describeEvent(one), by: one.by })),
  }
}

/** Null: nobody of this id may work on it. */
export async function findAssignable(db: Database, id: string): Promise<{ name: string } | null> {
  const [found] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, id), inArray(users.role, workingRoles)))
  return found ?? null
}

function listAssignable(db: Database): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.role, workingRoles))
    .orderBy(asc(users.name), asc(users.id))
    .limit(listedAtMost)
}

function describeListed(row: ComplaintRow, assignee: string | null) {
  return {
    ...describeShortly(row),
    name: row.name,
    email: row.email,
    is_overdue: row.state === 'open' && row.dueOn < dayInIndia(),
    assigned_to: assignee,
  }
}

function listEvents(db: Database, complaintId: string) {
  return db
    .select({ event: complaintEvents, by: users.name })
    .from(complaintEvents)
    .leftJoin(users, eq(users.id, complaintEvents.staffId))
    .where(eq(complaintEvents.complaintId, complaintId))
    .orderBy(asc(complaintEvents.id))
}

function describeEvent({ event }: { event: typeof complaintEvents.$inferSelect }) {
  return {
    kind: event.kind,
    is_of_academy: event.staffId !== null,
    words: event.words,
    happened_at: event.happenedAt.toISOString(),
  }
}
