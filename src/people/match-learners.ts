import { and, eq, exists, ilike, like, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { readCertificateId } from '../certificates/read-certificate-id.ts'
import { certificates } from '../certificates/tables.ts'
import { orders } from '../checkout/tables.ts'
import type { Database } from '../platform/database/database.ts'

/** Of more than these it is quicker to walk through the list until a page is full. */
const fewLearners = 2_000
/** Shorter words are looked for at the beginning only: no index knows where two letters stand. */
const shortestPart = 3

/**
 * The condition for learners that a word is about: part of a name or e-mail, the beginning of the id
 * of a payment or order at Razorpay, or a certificate's id. What few learners match is looked up first,
 * so that the list's own statement reads these alone.
 */
export async function matchLearners(db: Database, word: string): Promise<SQL | undefined> {
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  if (/^(pay|order)_/.test(word)) return matchPayers(db, escaped)
  const part = word.length < shortestPart ? `${escaped}%` : `%${escaped}%`
  const isNamed = or(ilike(users.name, part), ilike(users.email, part))
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(isNamed)
    .limit(fewLearners + 1)
  if (found.length > fewLearners) return isNamed
  const certified = await db
    .select({ id: certificates.learnerId })
    .from(certificates)
    .where(eq(certificates.id, readCertificateId(word)))
  return isOneOf([...found, ...certified])
}

async function matchPayers(db: Database, escaped: string): Promise<SQL | undefined> {
  const isPaid = or(
    like(orders.razorpayPaymentId, `${escaped}%`),
    like(orders.razorpayOrderId, `${escaped}%`),
  )
  const paid = db.select({ id: orders.learnerId }).from(orders)
  const found = await paid.where(isPaid).limit(fewLearners + 1)
  if (found.length <= fewLearners) return isOneOf(found)
  const one = db.select({ id: orders.learnerId }).from(orders)
  return exists(one.where(and(eq(orders.learnerId, users.id), isPaid)))
}

/** One parameter, however many there are. */
function isOneOf(learners: { id: string }[]): SQL {
  return sql`${users.id} = any(${sql.param(learners.map(({ id }) => id))}::uuid[])`
}
