import { and, eq, exists, ilike, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { users } from '../../accounts/server/tables.ts'
import { readCertificateId } from '../../certificates/read-certificate-id.ts'
import { certificates, replacedCertificates } from '../../certificates/server/tables.ts'
import { findByNumber } from '../../checkout/server/receipts/find-by-number.ts'
import { orders } from '../../checkout/server/tables.ts'
import { joinedAccounts } from './tables.ts'

/** Of more than these it is quicker to walk through the list until a page is full. */
const fewLearners = 2_000
/** Shorter words are looked for at the beginning only: no index knows where two letters stand. */
const shortestPart = 3
const isProvidersId = /^(pay|order)_/
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The condition for learners that a word is about: part of a name or e-mail, the beginning of the id
 * of a payment or order at Razorpay, our own id of an order, the number of its receipt, invoice or credit
 * note, a certificate's, or the whole address of an account that was joined to theirs. What few learners
 * match is looked up first, so that the list's own statement reads these alone.
 */
export async function matchLearners(db: Database, word: string): Promise<SQL | undefined> {
  // A name is kept as it was typed, and devices compose accents and vowel signs in two ways.
  const spellings = [...new Set([word, word.normalize('NFC'), word.normalize('NFD')])]
  const parts = spellings.map(escapePattern).map((escaped) => {
    return word.length < shortestPart ? `${escaped}%` : `%${escaped}%`
  })
  const isNamed = or(
    ...parts.flatMap((part) => [ilike(users.name, part), ilike(users.email, part)]),
  )
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(isNamed)
    .limit(fewLearners + 1)
  if (found.length > fewLearners) return isNamed
  const payers = await listPayers(db, word)
  if (payers.length > fewLearners) return hasPaid(db, word)
  const certificateId = readCertificateId(word)
  const certified = await db
    .select({ id: certificates.learnerId })
    .from(certificates)
    .leftJoin(replacedCertificates, eq(replacedCertificates.replacedBy, certificates.id))
    .where(or(eq(certificates.id, certificateId), eq(replacedCertificates.id, certificateId)))
  const joined = await db
    .select({ id: joinedAccounts.learnerId })
    .from(joinedAccounts)
    .where(eq(joinedAccounts.email, word.toLowerCase()))
  return isOneOf([...found, ...certified, ...payers, ...joined])
}

async function listPayers(db: Database, word: string): Promise<{ id: string }[]> {
  if (!isProvidersId.test(word)) {
    const named = isUuid.test(word) ? [word] : await findByNumber(db, word)
    return db.select({ id: orders.learnerId }).from(orders).where(inArray(orders.id, named))
  }
  return db
    .select({ id: orders.learnerId })
    .from(orders)
    .where(beginsWith(word))
    .limit(fewLearners + 1)
}

function hasPaid(db: Database, word: string): SQL {
  const { id, learnerId } = orders
  return exists(
    db
      .select({ id })
      .from(orders)
      .where(and(eq(learnerId, users.id), beginsWith(word))),
  )
}

function beginsWith(word: string): SQL | undefined {
  const start = `${escapePattern(word)}%`
  return or(like(orders.razorpayPaymentId, start), like(orders.razorpayOrderId, start))
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** One parameter, however many there are. */
function isOneOf(learners: { id: string }[]): SQL {
  return sql`${users.id} = any(${sql.param(learners.map(({ id }) => id))}::uuid[])`
}
