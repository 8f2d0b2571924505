import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { drawQrCode } from '../../../platform/pdf/draw-qr-code.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import { sayPrintable } from '../../../platform/pdf/say-printable.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { languageTag } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { brandMark, certificateBorder, cornerRosette } from './ornaments.ts'

export interface PrintedCertificate {
  learnerName: string
  courseTitle: string
  /** Printed as the day in India. */
  completedAt: Date
  certificateId: string
  /** Opened by the QR code, and printed in words below it. */
  verifyUrl: string
  brandName: string
  issuedAt: Date
  signatory?: { name: string; title: string }
}

const template = join(import.meta.dirname, 'certificate-template.typ')
const ink = '#21152e'

/**
 * One landscape A4 page, PDF/A-2a, in the language of now. A name or title of any length shrinks and wraps to its place;
 * characters in a script without a font here are left out. The same certificate gives the same bytes.
 */
export function renderCertificatePdf(
  pdfRenderer: PdfRenderer,
  certificate: PrintedCertificate,
): Buffer {
  const { issuedAt: createdAt } = certificate
  return pdfRenderer.render(template, inputsOf(pdfRenderer, certificate), { createdAt })
}

function inputsOf(
  pdfRenderer: PdfRenderer,
  certificate: PrintedCertificate,
): Record<string, string> {
  const { issuedAt: _issued, completedAt: _completed, signatory, ...facts } = certificate
  return {
    ...facts,
    ...sayPrintable(pdfRenderer, () => paperWords(certificate)),
    signatoryName: signatory?.name ?? '',
    signatoryTitle: signatory?.title ?? '',
    border: certificateBorder,
    rosette: cornerRosette,
    mark: brandMark,
    qr: drawQrCode(certificate.verifyUrl, ink),
  }
}

/** A certificate about nothing: PDF in base64, and SVG without the layers that select and link its text. */
export function printSpecimen(
  pdfRenderer: PdfRenderer,
  { name, brandName }: { name: string; brandName: string },
): { picture: string; pdf_data: string } {
  const specimen = specimenOf(name, brandName)
  const picture = pdfRenderer
    .renderPicture(template, inputsOf(pdfRenderer, specimen))
    .replaceAll(/<foreignObject[\s\S]*?<\/foreignObject>|<rect class="pseudo-link"[^>]*>/g, '')
    .replaceAll('</rect>', '')
  const pdf = renderCertificatePdf(pdfRenderer, specimen)
  return { picture, pdf_data: pdf.toString('base64') }
}

function specimenOf(learnerName: string, brandName: string): PrintedCertificate {
  return {
    learnerName,
    courseTitle: 'Specimen',
    completedAt: new Date(0),
    certificateId: 'SPECIMEN',
    verifyUrl: 'https://academy.example/verify/SPECIMEN',
    brandName,
    issuedAt: new Date(0),
  }
}

function paperWords({ completedAt, verifyUrl }: PrintedCertificate) {
  return {
    language: languageTag().split('-')[0] ?? '',
    heading: t('Certificate of Completion'),
    certifies: t('This certifies that'),
    completed: t('has completed the course'),
    dateLabel: t('Completed on'),
    completedOn: formatDate(completedAt),
    idLabel: t('Certificate ID'),
    verify: t('Verify at {address}', { address: verifyUrl }),
    qrCode: t('QR code that opens {address}', { address: verifyUrl }),
  }
}

const specimens = 5

/**
 * Prints specimens and throws them away, one at a time so that nobody waits for all of them. The first
 * sheet of a process loads compiler and fonts and takes five times as long as any later one, the next
 * few still twice as long: better before a learner waits for them.
 */
export async function warmUpCertificates(
  pdfRenderer: PdfRenderer,
  brandName: string,
): Promise<void> {
  for (let number = 1; number <= specimens; number += 1) {
    renderCertificatePdf(pdfRenderer, specimenOf(`Specimen ${number}`, brandName))
    await setImmediate()
  }
}
