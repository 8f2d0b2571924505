import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import type { TaxDependencies } from '../dependencies.ts'
import { listCreditNotes } from '../issue-credit-note.ts'
import { findInvoice } from '../issue-documents.ts'
import type { DocumentKind, TaxDocument } from '../tables.ts'
import { renderTaxDocument } from './render-tax-document.ts'

const names: Record<DocumentKind, string> = { invoice: 'Invoice', credit_note: 'Credit-note' }

export interface WantedDocument {
  kind: DocumentKind
  orderId: string
  /** Left out: whosever it is. */
  learnerId?: string
  /** Of several credit notes this one; left out: the newest. */
  number?: string | undefined
}

/**
 * The invoice or a credit note of an order as a PDF, in English. With a learner, only their own; refused
 * where none was issued.
 */
export async function readTaxDocument(
  deps: TaxDependencies,
  wanted: WantedDocument,
): Promise<{ filename: string; contentType: string; content: Buffer }> {
  const { kind, learnerId } = wanted
  const document = await findDocument(deps.db, wanted)
  if (!document || (learnerId !== undefined && document.learnerId !== learnerId)) {
    throw new ProblemError(`${kind}_not_found`)
  }
  const renderer = await deps.pdfRenderer.asOf(document.issuedAt)
  const letterhead = { brandName: deps.brand.name, supportEmail: deps.brand.supportEmail }
  const content = runInLanguage(undefined, () => renderTaxDocument(renderer, document, letterhead))
  const filename = `${names[kind]}-${document.documentNumber.replaceAll('/', '-')}.pdf`
  return { filename, contentType: 'application/pdf', content }
}

async function findDocument(
  db: Database,
  { kind, orderId, number }: WantedDocument,
): Promise<TaxDocument | undefined> {
  const ofKind =
    kind === 'invoice' ? [await findInvoice(db, orderId)] : await listCreditNotes(db, orderId)
  return ofKind.findLast((one) => number === undefined || one?.documentNumber === number)
}
