import { eq } from 'drizzle-orm'
import { ProblemError } from '../http/problem.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import type { Database } from '../platform/database/database.ts'
import { readCertificateId } from './read-certificate-id.ts'
import { type Certificate, certificates } from './tables.ts'

const sizeInBytes = 1_000

/** The certificate of an id as anyone may type it, revoked or not; kept until its row changes. */
export async function verifyCertificate(
  { db, cache }: { db: Database; cache: Pick<ResponseCache, 'find'> },
  typedId: string,
): Promise<Certificate> {
  const id = readCertificateId(typedId)
  return cache.find(`certificate ${id}`, async () => {
    const [value] = await db.select().from(certificates).where(eq(certificates.id, id))
    if (!value) throw new ProblemError('certificate_not_found')
    return { value, sizeInBytes, tags: [`certificate:${id}`] }
  })
}
