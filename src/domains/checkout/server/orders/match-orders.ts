import { ilike, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../../platform/database/database.ts'
import { users } from '../../../accounts/server/tables.ts'
import { courses } from '../../../catalogue/server/tables.ts'
import { findBundlesAbout } from '../../../offers/server/bundles/find-bundles-about.ts'
import { findByNumber } from '../receipts/find-by-number.ts'
import { orders } from '../tables.ts'

/** Of more learners than this it is quicker to walk through the orders until a page is full. */
const fewLearners = 5_000
/** Shorter words are looked for at the beginning only: no index knows where two letters stand. */
const shortestPart = 3

/**
 * The condition for orders that a word is about: part of their learner's name or e-mail or of the
 * course's title, or the bundle's or those of its courses, or the beginning of an id at Razorpay, or our
 * own id of an order, or the number of its receipt, invoice or credit note. Looks the word up in the small tables first, so that the large one is read by its
 * indexes. `orders` and `users` are joined in the query that uses it.
 */
export async function matchOrders(db: Database, word: string): Promise<SQL | undefined> {
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const part = word.length < shortestPart ? `${escaped}%` : `%${escaped}%`
  // A name is kept as it was typed, and devices compose accents and vowel signs in two ways.
  const spellings = [...new Set([part, part.normalize('NFC'), part.normalize('NFD')])]
  const isLearner = or(
    ...spellings.flatMap((part) => [ilike(users.name, part), ilike(users.email, part)]),
  )
  const titled = await db
    .select({ id: courses.id })
    .from(courses)
    .where(or(...spellings.map((part) => ilike(courses.title, part))))
  const sold = await findBundlesAbout(db, {
    titleLike: part,
    courseIds: titled.map(({ id }) => id),
  })
  const learners = await db
    .select({ id: users.id })
    .from(users)
    .where(isLearner)
    .limit(fewLearners + 1)
  const named = z.uuid().safeParse(word).success ? [word] : await findByNumber(db, word)
  return or(
    learners.length > fewLearners
      ? isLearner
      : sql`${orders.learnerId} = any(${idsOf(learners)}::uuid[])`,
    sql`${orders.courseId} = any(${idsOf(titled)}::text[])`,
    sql`${orders.bundleId} = any(${idsOf(sold)}::uuid[])`,
    like(orders.razorpayPaymentId, `${escaped}%`),
    like(orders.razorpayOrderId, `${escaped}%`),
    inArray(orders.id, named),
  )
}

/** One parameter, however many there are. */
function idsOf(rows: { id: string }[]) {
  return sql.param(rows.map(({ id }) => id))
}
