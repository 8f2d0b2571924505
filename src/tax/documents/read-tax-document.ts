import { ProblemError } from '../../http/problem.ts'
import type { TaxDependencies } from '../dependencies.ts'
import { findDocument } from '../issue-documents.ts'
import type { DocumentKind } from '../tables.ts'
import { renderTaxDocument } from './render-tax-document.ts'

const names: Record<DocumentKind, string> = { invoice: 'Invoice', credit_note: 'Credit-note' }

/**
 * The invoice or credit note of an order as a PDF. With a learner, only their own; refused where none
 * was issued.
 */
export async function readTaxDocument(
  deps: TaxDependencies,
  kind: DocumentKind,
  orderId: string,
  learnerId?: string,
): Promise<{ filename: string; contentType: string; content: Buffer }> {
  const document = await findDocument(deps.db, orderId, kind)
  if (!document || (learnerId !== undefined && document.learnerId !== learnerId)) {
    throw new ProblemError(`${kind}_not_found`)
  }
  const content = renderTaxDocument(deps.pdfRenderer, document, {
    brandName: deps.brand.name,
    supportEmail: deps.brand.supportEmail,
  })
  const filename = `${names[kind]}-${document.documentNumber.replaceAll('/', '-')}.pdf`
  return { filename, contentType: 'application/pdf', content }
}
