import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newCertificateId } from './certificate-id.ts'
import { type Certificate, certificates, replacedCertificates } from './tables.ts'

/**
 * Issues a learner's certificate again with another name, a new number and today's date of issue; the
 * old number leads to the new one. Inside a transaction. Refused with `certificate_not_found`, also for
 * one that was withdrawn or replaced already.
 */
export async function reissueCertificate(
  db: Database,
  given: { id: string; learnerId: string; printedName: string; brandName: string },
): Promise<{ before: Certificate; after: Certificate }> {
  const isMeant = and(
    eq(certificates.id, given.id),
    eq(certificates.learnerId, given.learnerId),
    isNull(certificates.revokedAt),
  )
  const [before] = await db.select().from(certificates).where(isMeant).for('update')
  if (!before) throw new ProblemError('certificate_not_found')
  const [after] = await db
    .update(certificates)
    .set({
      id: newCertificateId(given.brandName),
      printedName: given.printedName,
      issuedAt: sql`clock_timestamp()`,
    })
    .where(isMeant)
    .returning()
  if (!after) throw new Error('A locked certificate was gone')
  await db.insert(replacedCertificates).values({ id: before.id, replacedBy: after.id })
  return { before, after }
}
