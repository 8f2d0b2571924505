import type { ResponseOf } from '../../../http/endpoint.ts'
import { type PreparedResponse, prepareJson } from '../../../http/server/prepared-response.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import { paths } from '../../../paths.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import { sayPrintable } from '../../../platform/pdf/say-printable.ts'
import type { Brand } from '../../../platform/settings.ts'
import { languageTag, readingLanguage } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { CertifiedFacts } from '../certified-facts.ts'
import type * as certificates from '../contract.ts'
import { readCertificateId } from '../read-certificate-id.ts'
import { sheetWords } from '../sheet-words.ts'
import type { SigningDependencies } from './badges/sign-credential.ts'
import { findStyle } from './find-style.ts'
import { renderCertificatePdf } from './render-certificate-pdf.ts'
import { findDocumentSigner } from './signed-pdf/document-keys.ts'
import { signPdf } from './signed-pdf/sign-pdf.ts'
import type { Certificate } from './tables.ts'
import { verifyCertificate } from './verify-certificate.ts'

interface PrintDependencies extends SigningDependencies {
  cache: Pick<ResponseCache, 'find'>
  pdfRenderer: PdfRenderer
  brand: Brand
  languages: Languages
}

/**
 * The answer with the PDF in base64: a learner views, then downloads, then shows it to friends. The same
 * certificate in each language; in English, and without the words of the sheet, if none was asked for.
 */
export async function prepareCertificate(
  deps: PrintDependencies,
  certificateId: string,
  askedLanguage: string | undefined,
): Promise<PreparedResponse> {
  const language = deps.languages.find(({ code }) => code === askedLanguage)
  const drawnAs = askedLanguage === undefined ? '' : (language?.code ?? 'en')
  return deps.cache.find(`certificate to print ${certificateId} ${drawnAs}`, async () => {
    const certificate = await verifyCertificate(deps, certificateId)
    const completedAt = certificate.completedAt.toISOString()
    const pdfRenderer = await deps.pdfRenderer.asOf(certificate.issuedAt)
    const style = await findStyle(deps.db, certificate.issuedAt)
    const answer = await runInLanguage(
      language,
      async (): Promise<ResponseOf<typeof certificates.getCertificate>> => ({
        user_name: certificate.printedName,
        course_title: certificate.courseTitle,
        completion_date: completedAt,
        certificate_id: certificate.id,
        pdf_data: (await print({ ...deps, pdfRenderer }, certificate)).toString('base64'),
        download_filename: deps.brand.certificateFileName,
        ...(askedLanguage !== undefined && {
          sheet: {
            ...sayPrintable(deps.pdfRenderer, () => ({
              ...sheetWords(completedAt),
              language: languageTag(),
              direction: readingLanguage()?.direction ?? 'ltr',
            })),
            ...(style && { style }),
          },
        }),
      }),
    )
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

/** What it takes to print one. */
export type PrintingDependencies = Pick<
  PrintDependencies,
  keyof SigningDependencies | 'pdfRenderer' | 'brand'
>

/** The PDF alone, in the language that is read now and the look of when it was issued. */
export async function printCertificate(
  deps: PrintingDependencies,
  of: Certificate,
): Promise<Buffer> {
  return print({ ...deps, pdfRenderer: await deps.pdfRenderer.asOf(of.issuedAt) }, of)
}

/** Signed, with what it says beside the signature, so that the file alone can be checked. */
async function print(deps: PrintingDependencies, of: Certificate): Promise<Buffer> {
  const { db, followed, brand, publicUrl } = deps
  const pdf = renderCertificatePdf(deps.pdfRenderer, {
    learnerName: of.printedName,
    courseTitle: of.courseTitle,
    completedAt: of.completedAt,
    certificateId: of.id,
    verifyUrl: publicUrl() + paths.verify(of.id),
    brandName: brand.name,
    issuedAt: of.issuedAt,
  })
  const facts: CertifiedFacts = {
    number: of.id,
    student: of.printedName,
    course: of.courseTitle,
    issuedAt: of.issuedAt.toISOString(),
  }
  const reason = `${t('Certificate of Completion')} ${of.id}`
  const signer = await findDocumentSigner({ db, brand, ...followed })
  return signPdf(pdf, { name: brand.name, reason, signedAt: of.issuedAt, facts }, signer)
}
