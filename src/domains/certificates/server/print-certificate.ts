import type { ResponseOf } from '../../../http/endpoint.ts'
import { type PreparedResponse, prepareJson } from '../../../http/server/prepared-response.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import { paths } from '../../../paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import type { Brand } from '../../../platform/settings.ts'
import { formatDate } from '../../../shared/format-date.ts'
import type * as certificates from '../contract.ts'
import { readCertificateId } from '../read-certificate-id.ts'
import { renderCertificatePdf } from './render-certificate-pdf.ts'
import type { Certificate } from './tables.ts'
import { verifyCertificate } from './verify-certificate.ts'

interface PrintDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  pdfRenderer: PdfRenderer
  brand: Brand
  publicUrl: () => string
}

/** The answer with the PDF in base64: a learner views, then downloads, then shows it to friends. */
export async function prepareCertificate(
  deps: PrintDependencies,
  certificateId: string,
): Promise<PreparedResponse> {
  return deps.cache.find(`certificate to print ${certificateId}`, async () => {
    const certificate = await verifyCertificate(deps, certificateId)
    const answer: ResponseOf<typeof certificates.getCertificate> = {
      user_name: certificate.printedName,
      course_title: certificate.courseTitle,
      completion_date: certificate.completedAt.toISOString(),
      certificate_id: certificate.id,
      pdf_data: print(deps, certificate).toString('base64'),
      download_filename: deps.brand.certificateFileName,
    }
    const value = prepareJson(Buffer.from(JSON.stringify(answer)))
    return { value, sizeInBytes: value.sizeInBytes }
  })
}

/** What anyone may know of it, who asked for an id as they typed it. */
export function describeCertificate(
  of: Certificate,
  typedId: string,
): ResponseOf<typeof certificates.verifyCertificate> {
  const askedId = readCertificateId(typedId)
  return {
    certificate_id: of.id,
    user_name: of.printedName,
    course_title: of.courseTitle,
    completion_date: of.completedAt.toISOString(),
    issued_at: of.issuedAt.toISOString(),
    ...(askedId !== of.id && { replaces: askedId }),
    revoked: of.revokedAt !== null,
  }
}

function print({ pdfRenderer, brand, publicUrl }: PrintDependencies, of: Certificate): Buffer {
  return renderCertificatePdf(pdfRenderer, {
    learnerName: of.printedName,
    courseTitle: of.courseTitle,
    completedOn: formatDate(of.completedAt),
    certificateId: of.id,
    verifyUrl: publicUrl() + paths.verify(of.id),
    brandName: brand.name,
    issuedAt: of.issuedAt,
  })
}
