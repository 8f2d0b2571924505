import { ReadyJson, type Serve } from '../http/serve.ts'
import type { Database } from '../platform/database.ts'
import type { Brand } from '../platform/settings.ts'
import type { Typesetter } from '../platform/typeset.ts'
import type { Withdrawals } from '../platform/withdrawals.ts'
import { getCertificate, verifyCertificate as verifyCertificateEndpoint } from './contract.ts'
import { certificateStanding, issueCertificate } from './issue-certificate.ts'
import { createCertificateAnswers } from './print-certificate.ts'
import { rememberCertificates } from './remember-certificates.ts'
import { verifyCertificate } from './verify-certificate.ts'

export interface CertificatesDependencies {
  db: Database
  typesetter: Typesetter
  brand: Brand
  publicUrl: () => string
  withdrawals: Pick<Withdrawals, 'on' | 'areHeard'>
}

export function certificatesRoutes(serve: Serve, deps: CertificatesDependencies): void {
  const { db, brand } = deps
  const answers = createCertificateAnswers(deps)
  const remembered = rememberCertificates(deps.withdrawals)

  serve.reading(
    getCertificate,
    certificateStanding,
    async ({ params, caller, found }) => {
      const { course_id: courseId } = params
      if (found !== null) remembered.remember({ ...caller, courseId }, found)
      const kept = found === null ? undefined : answers.findKept(found)
      if (kept) return new ReadyJson(kept)
      const issuing = { db, brandName: brand.name }
      return new ReadyJson(answers.answerFor(await issueCertificate(issuing, caller, courseId)))
    },
    ({ sessionHash, params }) => {
      const id = remembered.find(sessionHash, params.course_id)
      const kept = id === undefined ? undefined : answers.findKept(id)
      return kept && new ReadyJson(kept)
    },
  )

  serve(verifyCertificateEndpoint, async ({ params }) => {
    const certificate = await verifyCertificate(db, params.certificate_id)
    return {
      certificate_id: certificate.id,
      user_name: certificate.printedName,
      course_title: certificate.courseTitle,
      completion_date: certificate.completedAt.toISOString(),
      issued_at: certificate.issuedAt.toISOString(),
      revoked: certificate.revokedAt !== null,
    }
  })
}
