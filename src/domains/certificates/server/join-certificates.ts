import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { type Certificate, certificates, replacedCertificates } from './tables.ts'

/**
 * The certificates of both accounts, with numbers, names and dates as they were issued. Of two for one
 * course the one that holds, or was earned first, is the one to print; the other number goes on to
 * verify with its own name and dates. Inside the transaction that joins.
 */
export async function joinCertificates(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const held = await db
    .select()
    .from(certificates)
    .where(inArray(certificates.learnerId, [fromId, intoId]))
    .orderBy(isNotNull(certificates.revokedAt), asc(certificates.completedAt), asc(certificates.id))
    .for('update')
  for (const [first, second] of Map.groupBy(held, ({ courseId }) => courseId).values()) {
    if (first && second) await standUnder(db, first, second)
  }
  await db.update(certificates).set({ learnerId: intoId }).where(eq(certificates.learnerId, fromId))
}

async function standUnder(db: Database, holding: Certificate, other: Certificate): Promise<void> {
  const { id, printedName, courseTitle } = other
  const printed = {
    id,
    printedName,
    courseTitle,
    completedAt: other.completedAt.toISOString(),
    issuedAt: other.issuedAt.toISOString(),
  }
  const { replacedBy, printed: ownWords } = replacedCertificates
  // Numbers that the other one had before lead to it still.
  await db
    .update(replacedCertificates)
    .set({ printed })
    .where(and(eq(replacedBy, id), isNull(ownWords)))
  await db.update(replacedCertificates).set({ replacedBy: holding.id }).where(eq(replacedBy, id))
  await db.delete(certificates).where(eq(certificates.id, id))
  await db.insert(replacedCertificates).values({
    id,
    replacedBy: holding.id,
    printed,
    replacedAt: sql`clock_timestamp()`,
  })
}
