import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { readSale } from '../../catalogue/server/read-sale.ts'
import type { Letter, LetterInput } from '../contract.ts'
import { lockLetter, noteLetter, readLetter } from './describe-letter.ts'
import { type LetterRow, letters } from './tables.ts'

/** Asked again with the same id, it answers what is there. */
export async function createLetter(
  outer: Database,
  { id = newId(), ...input }: LetterInput & { id?: string | undefined },
  audit: Audit,
): Promise<Letter> {
  return outer.transaction(async (db) => {
    await requireCourse(db, input)
    const [made] = await db
      .insert(letters)
      .values({ id, ...columnsOf(input) })
      .onConflictDoNothing()
      .returning()
    if (made) await audit(db, { subject: { kind: 'letter', id }, after: noteLetter(made) })
    return readLetter(db, id)
  })
}

/** Refused unless it is a draft, and as it was when it was looked at. */
export async function changeLetter(
  outer: Database,
  { id, revision, ...input }: LetterInput & { id: string; revision: number },
  audit: Audit,
): Promise<Letter> {
  return outer.transaction(async (db) => {
    const before = await lockLetter(db, id)
    requireDraft(before, revision)
    await requireCourse(db, input)
    const [after] = await db
      .update(letters)
      .set({ ...columnsOf(input), revision: sql`${letters.revision} + 1` })
      .where(eq(letters.id, id))
      .returning()
    await audit(db, { before: noteLetter(before), after: after && noteLetter(after) })
    return readLetter(db, id)
  })
}

export async function deleteLetter(outer: Database, id: string, audit: Audit): Promise<void> {
  await outer.transaction(async (db) => {
    const before = await lockLetter(db, id)
    requireDraft(before, before.revision)
    await db.delete(letters).where(eq(letters.id, id))
    await audit(db, { before: noteLetter(before) })
  })
}

export function requireDraft(letter: LetterRow, revision: number): void {
  if (letter.state !== 'draft') throw new ProblemError('letter_not_draft')
  if (letter.revision !== revision) throw new ProblemError('letter_changed')
}

async function requireCourse(db: Database, { course_id: courseId }: LetterInput): Promise<void> {
  if (courseId !== null && !(await readSale(db, courseId)))
    throw new ProblemError('course_not_found')
}

function columnsOf({ course_id: courseId, list, subject, body, audience }: LetterInput) {
  return { courseId, list, subject, body, audience }
}
