import { saveFile } from '../../ui/save-file.ts'
import { readSession } from '../../ui/session.ts'
import type { Payment } from '../contract.ts'

type TaxDocumentKind = 'invoice' | 'credit-note'

export interface NamedDocument {
  kind: TaxDocumentKind
  label: string
  number: string
}

type Documented = Pick<Payment, 'id' | 'invoice_number' | 'credit_note_numbers'>

/** The tax documents that there are of a payment: also several credit notes, for parts of it. */
export function taxDocumentsOf(payment: Omit<Documented, 'id'>): NamedDocument[] {
  const { invoice_number: invoice, credit_note_numbers: creditNotes } = payment
  return [
    ...(invoice === null ? [] : [{ kind: 'invoice' as const, label: 'Invoice', number: invoice }]),
    ...creditNotes.map((number) => ({
      kind: 'credit-note' as const,
      label: 'Credit note',
      number,
    })),
  ]
}

/** Past the API client, which reads JSON only. `of`: whose call is asked. */
export async function saveTaxDocument(
  payment: Pick<Payment, 'id'>,
  { kind, number }: Pick<NamedDocument, 'kind' | 'number'>,
  of: 'my-payments' | 'admin/payments' = 'my-payments',
): Promise<void> {
  const query = kind === 'invoice' ? '' : `?${new URLSearchParams({ number })}`
  const answer = await fetch(`/api/${of}/${encodeURIComponent(payment.id)}/${kind}${query}`, {
    headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
  }).catch(() => null)
  if (!answer?.ok) throw new Error('The document could not be fetched. Please try again.')
  saveFile(await answer.blob(), `${number.replaceAll('/', '-')}.pdf`)
}
