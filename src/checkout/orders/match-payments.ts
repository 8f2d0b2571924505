import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'

/** Of more learners than this it is quicker to walk through the payments until a page is full. */
const fewLearners = 5_000
/** Shorter words are looked for at the beginning only: no index knows where two letters stand. */
const shortestPart = 3

/**
 * The condition for payments that a word is about: part of their learner's name or e-mail or of the
 * course's title, or the beginning of an id. Looks the word up in the small tables first, so that the
 * large one is read by its indexes. `payments` and `users` are joined in the query that uses it.
 */
export async function matchPayments(db: Database, word: string): Promise<SQL> {
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const part = word.length < shortestPart ? `${escaped}%` : `%${escaped}%`
  const courses = await db.execute<{ id: string }>(sql`
    select id from courses where title ilike ${part}`)
  const learners = await db.execute<{ id: string }>(sql`
    select id from users where name ilike ${part} or email ilike ${part} limit ${fewLearners + 1}`)
  const ofLearner =
    learners.rows.length > fewLearners
      ? sql`(users.name ilike ${part} or users.email ilike ${part})`
      : sql`payments.learner_id = any(${idsOf(learners.rows)}::uuid[])`
  return sql`(${ofLearner} or payments.course_id = any(${idsOf(courses.rows)}::text[])
    or payments.razorpay_payment_id like ${`${escaped}%`}
    or payments.order_id like ${`${escaped}%`})`
}

function idsOf(rows: { id: string }[]): SQL {
  return sql`${`{${rows.map(({ id }) => id).join(',')}}`}`
}
