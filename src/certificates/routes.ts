import { readSessionHash } from '../accounts/sessions.ts'
import { pathOf } from '../http/endpoint.ts'
import type { ReadyAnswers } from '../http/pages/ready-answers.ts'
import { layOutJson } from '../http/pages/send-packed.ts'
import { ReadyJson, type Serve } from '../http/serve.ts'
import type { Database } from '../platform/database/database.ts'
import type { Revocations } from '../platform/database/revocations.ts'
import type { PdfRenderer } from '../platform/pdf/render-pdf.ts'
import type { Brand } from '../platform/settings.ts'
import { getCertificate, verifyCertificate as verifyCertificateEndpoint } from './contract.ts'
import { certificateStanding, issueCertificate } from './issue-certificate.ts'
import { createCertificateAnswers } from './print-certificate.ts'
import { rememberCertificates } from './remember-certificates.ts'
import { verifyCertificate } from './verify-certificate.ts'

export interface CertificatesDependencies {
  db: Database
  pdfRenderer: PdfRenderer
  brand: Brand
  publicUrl: () => string
  revocations: Pick<Revocations, 'on' | 'areHeard'>
  /** Hears of certificates that were sent a moment ago. */
  ready: Pick<ReadyAnswers, 'add'>
}

const certificateUrl = pathOf(getCertificate.route).replace(':course_id', '')

export function certificatesRoutes(serve: Serve, deps: CertificatesDependencies): void {
  const { db, brand } = deps
  const answers = createCertificateAnswers(deps)
  const remembered = rememberCertificates(deps.revocations)

  serve.reading(getCertificate, certificateStanding, async ({ params, caller, found }) => {
    const { course_id: courseId } = params
    if (found !== null) remembered.remember({ ...caller, courseId }, found)
    const kept = found === null ? undefined : answers.findKept(found)
    if (kept) return new ReadyJson(kept)
    const issuing = { db, brandName: brand.name }
    const certificate = await issueCertificate(issuing, caller, courseId, found)
    return new ReadyJson(answers.answerFor(certificate))
  })
  deps.ready.add(({ url, headers }) => {
    if (!url.startsWith(certificateUrl)) return undefined
    const sessionHash = readSessionHash({ headers })
    const id = sessionHash && remembered.find(sessionHash, url.slice(certificateUrl.length))
    const kept = id ? answers.findKept(id) : undefined
    return kept && layOutJson(kept)
  })

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
