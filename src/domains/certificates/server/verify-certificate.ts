import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readCertificateId } from '../read-certificate-id.ts'
import { type Certificate, certificates, replacedCertificates } from './tables.ts'

const sizeInBytes = 1_000

/**
 * The certificate of an id as anyone may type it, revoked or not; that of a replaced id is the one that
 * was issued in its place, or, of two for one course, what is printed under that id. Kept until its row
 * changes.
 */
export async function verifyCertificate(
  { db, cache }: { db: Database; cache: Pick<ResponseCache, 'find'> },
  typedId: string,
): Promise<Certificate> {
  const id = readCertificateId(typedId)
  return cache.find(`certificate ${id}`, async () => {
    const [replaced] = await db
      .select()
      .from(replacedCertificates)
      .where(eq(replacedCertificates.id, id))
    const [holding] = await db
      .select()
      .from(certificates)
      .where(eq(certificates.id, replaced?.replacedBy ?? id))
    if (!holding) throw new ProblemError('certificate_not_found')
    const value = replaced?.printed ? asPrinted(holding, replaced.printed) : holding
    return { value, sizeInBytes, tags: [`certificate:${holding.id}`] }
  })
}

function asPrinted(
  holding: Certificate,
  {
    completedAt,
    issuedAt,
    ...printed
  }: NonNullable<typeof replacedCertificates.$inferSelect.printed>,
): Certificate {
  const dates = { completedAt: new Date(completedAt), issuedAt: new Date(issuedAt) }
  return { ...holding, ...printed, ...dates }
}
