import { join } from 'node:path'
import { drawQrCode } from '../platform/draw-qr-code.ts'
import type { Typesetter } from '../platform/typeset.ts'
import { brandMark, certificateBorder } from './certificate-ornaments.ts'

export interface PrintedCertificate {
  learnerName: string
  courseTitle: string
  /** Ready to print, e.g. '21 November 2026'. */
  completedOn: string
  certificateId: string
  /** Opened by the QR code, and printed in words below it. */
  verifyUrl: string
  brandName: string
  issuedAt: Date
  signatory?: { name: string; title: string }
}

const sheet = join(import.meta.dirname, 'certificate-sheet.typ')
const ink = '#21152e'

/**
 * One landscape A4 page, PDF/A-2a. A name or title of any length shrinks and wraps to its place;
 * characters in a script without a font here are left out. The same certificate gives the same bytes.
 */
export function renderCertificatePdf(
  typesetter: Typesetter,
  certificate: PrintedCertificate,
): Buffer {
  const { issuedAt, signatory, ...facts } = certificate
  const inputs = {
    ...facts,
    heading: 'Certificate of Completion',
    signatoryName: signatory?.name ?? '',
    signatoryTitle: signatory?.title ?? '',
    border: certificateBorder,
    mark: brandMark,
    qr: drawQrCode(certificate.verifyUrl, ink),
  }
  return typesetter.typeset(sheet, inputs, { createdAt: issuedAt })
}

/**
 * Prints a specimen and throws it away. The first sheet of a process loads compiler and fonts, which
 * takes five times as long as any later one: better before a learner waits for it.
 */
export function warmUpCertificates(typesetter: Typesetter, brandName: string): void {
  renderCertificatePdf(typesetter, {
    learnerName: 'Specimen',
    courseTitle: 'Specimen',
    completedOn: '1 January 2026',
    certificateId: 'SPECIMEN',
    verifyUrl: 'https://academy.example/verify/SPECIMEN',
    brandName,
    issuedAt: new Date(0),
  })
}
