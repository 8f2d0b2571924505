import { saveFile } from '../../ui/save-file.ts'
import { readSession } from '../../ui/session.ts'
import type { Payment } from '../contract.ts'

export type TaxDocumentKind = 'invoice' | 'credit-note'

interface NamedDocument {
  kind: TaxDocumentKind
  label: string
  number: string
}

/** The tax documents that there are of a payment. */
export function taxDocumentsOf(
  payment: Pick<Payment, 'invoice_number' | 'credit_note_number'>,
): NamedDocument[] {
  const { invoice_number: invoice, credit_note_number: creditNote } = payment
  return [
    ...(invoice === null ? [] : [{ kind: 'invoice' as const, label: 'Invoice', number: invoice }]),
    ...(creditNote === null
      ? []
      : [{ kind: 'credit-note' as const, label: 'Credit note', number: creditNote }]),
  ]
}

/** Past the API client, which reads JSON only. `of`: whose call is asked. */
export async function saveTaxDocument(
  payment: Pick<Payment, 'id' | 'invoice_number' | 'credit_note_number'>,
  kind: TaxDocumentKind,
  of: 'my-payments' | 'admin/payments' = 'my-payments',
): Promise<void> {
  const answer = await fetch(`/api/${of}/${encodeURIComponent(payment.id)}/${kind}`, {
    headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
  }).catch(() => null)
  if (!answer?.ok) throw new Error('The document could not be fetched. Please try again.')
  const number = taxDocumentsOf(payment).find((one) => one.kind === kind)?.number ?? kind
  saveFile(await answer.blob(), `${number.replaceAll('/', '-')}.pdf`)
}
