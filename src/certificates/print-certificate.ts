import type { AnswerOf } from '../http/endpoint.ts'
import { paths } from '../paths.ts'
import type { PdfRenderer } from '../platform/pdf/render-pdf.ts'
import type { Brand } from '../platform/settings.ts'
import type { getCertificate } from './contract.ts'
import { renderCertificatePdf } from './render-certificate-pdf.ts'
import type { Certificate } from './tables.ts'

interface PrintDependencies {
  pdfRenderer: PdfRenderer
  brand: Brand
  publicUrl: () => string
}

const keptAtMostInBytes = 8 * 1024 * 1024
const indianDate = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export interface CertificateAnswers {
  /** The answer as JSON, with the PDF in base64: printed now, or kept from before. */
  answerFor(certificate: Certificate): Buffer
  findKept(certificateId: string): Buffer | undefined
}

/**
 * Prints certificates into answers. The last asked for are kept, since a learner views, then
 * downloads, then shows it to friends.
 */
export function createCertificateAnswers(deps: PrintDependencies): CertificateAnswers {
  const kept = new Map<string, Buffer>()
  let keptInBytes = 0
  const keep = (id: string, answer: Buffer): void => {
    kept.set(id, answer)
    keptInBytes += answer.length
    for (const [oldestId, oldest] of kept) {
      if (keptInBytes <= keptAtMostInBytes) break
      kept.delete(oldestId)
      keptInBytes -= oldest.length
    }
  }
  const findKept = (id: string): Buffer | undefined => {
    const known = kept.get(id)
    if (known === undefined) return undefined
    kept.delete(id) // put back as the newest
    kept.set(id, known)
    return known
  }
  return {
    findKept,
    answerFor: (certificate) => {
      const known = findKept(certificate.id)
      if (known !== undefined) return known
      const answer = Buffer.from(JSON.stringify(describe(deps, certificate)))
      keep(certificate.id, answer)
      return answer
    },
  }
}

function describe(deps: PrintDependencies, of: Certificate): AnswerOf<typeof getCertificate> {
  return {
    user_name: of.printedName,
    course_title: of.courseTitle,
    completion_date: of.completedAt.toISOString(),
    certificate_id: of.id,
    pdf_data: print(deps, of).toString('base64'),
    download_filename: deps.brand.certificateFileName,
  }
}

function print({ pdfRenderer, brand, publicUrl }: PrintDependencies, of: Certificate): Buffer {
  return renderCertificatePdf(pdfRenderer, {
    learnerName: of.printedName,
    courseTitle: of.courseTitle,
    completedOn: printedDay(of.completedAt),
    certificateId: of.id,
    verifyUrl: publicUrl() + paths.verify(of.id),
    brandName: brand.name,
    issuedAt: of.issuedAt,
  })
}

/** The day in India, e.g. '21 November 2026'. */
export function printedDay(instant: Date): string {
  return indianDate.format(instant)
}
