import { eq } from 'drizzle-orm'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { readCertificateId } from './read-certificate-id.ts'
import { type Certificate, certificates } from './tables.ts'

/** The certificate of an id as anyone may type it, revoked or not. */
export async function verifyCertificate(db: Database, typedId: string): Promise<Certificate> {
  const [found] = await db
    .select()
    .from(certificates)
    .where(eq(certificates.id, readCertificateId(typedId)))
  if (!found) throw new ProblemError('certificate_not_found')
  return found
}
