import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { accessLedger } from '../../access/server/tables.ts'
import { createAccount } from '../../accounts/server/create-account.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { restoreCertificate } from '../../certificates/server/restore-certificate.ts'
import { completeIfWatched } from '../../learning/server/complete-if-watched.ts'
import type { CompletionMailDependencies } from '../../learning/server/mail-completion.ts'
import type * as people from '../contract.ts'
import { giveCourse } from './give-course.ts'
import { type ReadLearner, type RowProblem, readLearnersCsv } from './read-learners-csv.ts'
import { joinedAccounts } from './tables.ts'

interface ImportDependencies extends CompletionMailDependencies {
  db: Database
}

type Imported = ResponseOf<typeof people.importLearners>

/**
 * Opens accounts and gives courses by a spreadsheet: all of it, or with a row that is wrong nothing.
 * Each row is a transaction of its own, so that a file that was cut off is simply sent again; what a
 * file gave once it never gives again, also if it was withdrawn since.
 */
export async function importLearners(
  deps: ImportDependencies,
  { csv, isDryRun }: { csv: string; isDryRun: boolean },
): Promise<Imported> {
  const { db } = deps
  const { learners: rows, problems } = readLearnersCsv(csv)
  const all = [...problems, ...(await checkCourses(db, rows))].toSorted((a, b) => a.row - b.row)
  const told = { rows: rows.length + new Set(problems.map(({ row }) => row)).size, problems: all }
  if (all.length > 0) return { ...told, learners: 0, gifts: 0, done: false }
  const counted = { learners: 0, gifts: 0 }
  for (const row of rows) {
    const did = await (isDryRun ? foresee(db, row) : importRow(deps, row))
    counted.learners += did.isNew ? 1 : 0
    counted.gifts += did.gifts
  }
  return { ...told, ...counted, done: !isDryRun }
}

async function checkCourses(db: Database, rows: ReadLearner[]): Promise<RowProblem[]> {
  const named = [...new Set(rows.flatMap(({ courseIds }) => courseIds))]
  const found = await db
    .select({ id: courses.id, state: courses.state, hiddenAt: courses.hiddenAt })
    .from(courses)
    .where(inArray(courses.id, named))
  const givable = new Set(
    found
      .filter(({ state, hiddenAt }) => state !== 'draft' && hiddenAt === null)
      .map(({ id }) => id),
  )
  return rows.flatMap(({ row, courseIds }) =>
    courseIds
      .filter((id) => !givable.has(id))
      .map((id) => ({
        row,
        message: t('There is no published course with the id “{id}”.', { id }),
      })),
  )
}

interface RowDone {
  isNew: boolean
  gifts: number
}

async function importRow(deps: ImportDependencies, row: ReadLearner): Promise<RowDone> {
  return deps.db.transaction(async (db) => {
    const known = await findAccount(db, row.email)
    const { id: learnerId, isNew } = known
      ? { id: known, isNew: false }
      : await createAccount(db, row)
    let gifts = 0
    // Always in the same order, so that two imports at once never wait for each other.
    for (const courseId of row.courseIds.toSorted()) {
      if (!(await mayGive(db, learnerId, courseId))) continue
      const gift = { learnerId, courseId, reason: 'from a list of learners.' }
      if (await giveCourse(db, gift, importCause(learnerId, courseId))) gifts += 1
      await completeIfWatched(deps, db, { learnerId, courseId })
      await restoreCertificate(db, learnerId, courseId)
    }
    return { isNew, gifts }
  })
}

/** What `importRow` would do. */
async function foresee(db: Database, { email, courseIds }: ReadLearner): Promise<RowDone> {
  const learnerId = await findAccount(db, email)
  if (learnerId === undefined) return { isNew: true, gifts: courseIds.length }
  const may = await Promise.all(courseIds.map((courseId) => mayGive(db, learnerId, courseId)))
  return { isNew: false, gifts: may.filter(Boolean).length }
}

/** Whose address it is, or was before their account was joined to another one. */
async function findAccount(db: Database, email: string): Promise<string | undefined> {
  const [own] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (own) return own.id
  const { learnerId, joinedAt } = joinedAccounts
  const [joined] = await db
    .select({ learnerId })
    .from(joinedAccounts)
    .where(eq(joinedAccounts.email, email))
    .orderBy(desc(joinedAt))
    .limit(1)
  return joined?.learnerId
}

/** False for what they have, and for what an import gave them before, also in an account that was joined. */
async function mayGive(db: Database, learnerId: string, courseId: string): Promise<boolean> {
  if (await isOwned(db, learnerId, courseId)) return false
  const joined = await db
    .select({ id: joinedAccounts.id })
    .from(joinedAccounts)
    .where(eq(joinedAccounts.learnerId, learnerId))
  const causes = [learnerId, ...joined.map(({ id }) => id)].map((id) => importCause(id, courseId))
  const given = await db
    .select({ id: accessLedger.id })
    .from(accessLedger)
    .where(and(eq(accessLedger.causeKind, 'gift'), inArray(accessLedger.causeId, causes)))
  return given.length === 0
}

function importCause(learnerId: string, courseId: string): string {
  return `import:${learnerId}:${courseId}`
}
