import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { readingLanguage } from '../../../shared/i18n/language.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { canonicalEmail } from '../../accounts/server/canonical-email.ts'
import { consumeAttempt } from '../../accounts/server/limits.ts'
import { networkOf } from '../../accounts/server/network-of.ts'
import { orders } from '../../checkout/server/tables.ts'
import { type ComplaintSubject, complaintNumber, dueOn } from '../complaint.ts'
import { signComplaint } from './complaint-token.ts'
import type { ComplaintDependencies } from './dependencies.ts'
import { complaintFiledMail, officerMail } from './mail-templates.ts'
import { lockComplaint } from './read-complaint.ts'
import { addWords } from './reply-to-complaint.ts'
import { type ComplaintRow, complaintEvents, complaintSeries, complaints } from './tables.ts'

interface Filing {
  id: string
  /** Null: a visitor. What is said about an account then is nobody's word. */
  learnerId: string | null
  name: string
  email: string
  subject: ComplaintSubject
  words: string
  orderId: string | null
}

/** Limits slow the stranger: a learner's complaints are counted apart from those of their network. */
export async function takeComplaintTry(
  { limits }: Pick<ComplaintDependencies, 'limits'>,
  { caller, email, ip }: { caller: CurrentUser | null; email: string; ip: string },
): Promise<void> {
  if (caller) return consumeAttempt([limits.complaintByLearner(caller.learnerId)])
  const [network, inbox] = [networkOf(ip), canonicalEmail(email)]
  return consumeAttempt([
    limits.complaintByNetwork(network),
    limits.complaintMailByInboxAndNetwork(inbox, network),
    limits.complaintMailByInbox(inbox),
  ])
}

/**
 * Numbers a complaint and queues its acknowledgement, in one transaction. The year's row stays locked until
 * that commits: numbers have no gaps. Filed once more under the same id it is the same complaint, as it is
 * told now: other words are added to it. Refused with `payment_not_found` for a payment that is not the
 * learner's own.
 */
export async function fileComplaint(
  deps: ComplaintDependencies,
  filing: Filing,
): Promise<ComplaintRow> {
  const officer = await deps.findGrievanceOfficer()
  return deps.db.transaction(async (db) => {
    await requireOwnOrder(db, filing)
    const today = dayInIndia()
    const year = Number(today.slice(0, 4))
    const number = await lockSeries(db, year)
    const known = await findFiled(db, filing)
    if (known) return tellAnew(deps, db, filing, officer)
    await db
      .update(complaintSeries)
      .set({ lastNumber: number })
      .where(eq(complaintSeries.year, year))
    const { words, ...about } = filing
    const [complaint] = await db
      .insert(complaints)
      .values({
        ...about,
        year,
        number,
        language: readingLanguage()?.code ?? null,
        dueOn: dueOn(today),
      })
      .returning()
    if (!complaint) throw new Error('the complaint was not kept')
    await db.insert(complaintEvents).values({ complaintId: complaint.id, kind: 'filed', words })
    await acknowledge(deps, db, complaint, officer)
    return complaint
  })
}

async function tellAnew(
  deps: ComplaintDependencies,
  db: Database,
  { id, name, subject, orderId, words }: Filing,
  officer: { name: string; email: string } | null,
): Promise<ComplaintRow> {
  await db.update(complaints).set({ name, subject, orderId }).where(eq(complaints.id, id))
  const { complaintId, staffId, words: said } = complaintEvents
  const isSaid = and(eq(complaintId, id), isNull(staffId), eq(said, words))
  if ((await db.$count(complaintEvents, isSaid)) > 0) return lockComplaint(db, id)
  return addWords(deps, db, { id, words, officer })
}

async function acknowledge(
  deps: ComplaintDependencies,
  db: Database,
  complaint: ComplaintRow,
  officer: { name: string; email: string } | null,
): Promise<void> {
  const facts = {
    brandName: deps.brand.name,
    number: complaintNumber(complaint),
    dueOn: complaint.dueOn,
    publicUrl: deps.publicUrl(),
  }
  await deps.queueMail(db, {
    to: complaint.email,
    template: () =>
      complaintFiledMail({
        ...facts,
        // A visitor's name is whatever they typed, to an address that may not be theirs.
        name: complaint.learnerId === null ? null : complaint.name,
        officerName: officer?.name ?? null,
        id: complaint.id,
        token: signComplaint(deps.unsubscribeKey, complaint.id),
      }),
    cause: `complaint:${complaint.id}:filed`,
  })
  if (!officer) return
  // In their own language, not in that of who complains.
  await runInLanguage(undefined, () =>
    deps.queueMail(db, {
      to: officer.email,
      template: () => officerMail({ ...facts, id: complaint.id }),
      cause: `complaint:${complaint.id}:officer`,
    }),
  )
}

/** Resolves to the next number of the year. */
async function lockSeries(db: Database, year: number): Promise<number> {
  const [series] = await db
    .insert(complaintSeries)
    .values({ year, lastNumber: 0 })
    .onConflictDoUpdate({
      target: complaintSeries.year,
      set: { lastNumber: sql`${complaintSeries.lastNumber}` },
    })
    .returning()
  if (!series) throw new Error('the series of complaints gave no number')
  return series.lastNumber + 1
}

/** Undefined: it is new. An id that somebody else's complaint has is no way to it. */
async function findFiled(
  db: Database,
  { id, learnerId, email }: Filing,
): Promise<ComplaintRow | undefined> {
  const [filed] = await db.select().from(complaints).where(eq(complaints.id, id))
  if (!filed) return undefined
  if (filed.learnerId !== learnerId || filed.email !== email) {
    throw new ProblemError('complaint_not_found')
  }
  return filed
}

async function requireOwnOrder(
  db: Database,
  { orderId, learnerId }: Pick<Filing, 'orderId' | 'learnerId'>,
): Promise<void> {
  if (orderId === null) return
  if (learnerId === null) throw new ProblemError('payment_not_found')
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.learnerId, learnerId)))
  if (!own) throw new ProblemError('payment_not_found')
}

/** As made by the caller, so that a repeated call files one. */
export function idOfFiling(given: string | undefined): string {
  return given ?? newId()
}
