import { eq, inArray, or } from 'drizzle-orm'
import { ProblemError } from '../http/problem.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import type { Database } from '../platform/database/database.ts'
import { readCertificateId } from './read-certificate-id.ts'
import { type Certificate, certificates, replacedCertificates } from './tables.ts'

const sizeInBytes = 1_000

/**
 * The certificate of an id as anyone may type it, revoked or not; that of a replaced id is the one that
 * was issued in its place. Kept until its row changes.
 */
export async function verifyCertificate(
  { db, cache }: { db: Database; cache: Pick<ResponseCache, 'find'> },
  typedId: string,
): Promise<Certificate> {
  const id = readCertificateId(typedId)
  return cache.find(`certificate ${id}`, async () => {
    const replacing = db
      .select({ id: replacedCertificates.replacedBy })
      .from(replacedCertificates)
      .where(eq(replacedCertificates.id, id))
    const [value] = await db
      .select()
      .from(certificates)
      .where(or(eq(certificates.id, id), inArray(certificates.id, replacing)))
    if (!value) throw new ProblemError('certificate_not_found')
    return { value, sizeInBytes, tags: [`certificate:${value.id}`] }
  })
}
