import { t } from '../../../shared/i18n/translate.ts'
import { download } from '../../../ui/download.ts'
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
    ...(invoice === null
      ? []
      : [{ kind: 'invoice' as const, label: t('Invoice'), number: invoice }]),
    ...creditNotes.map((number) => ({
      kind: 'credit-note' as const,
      label: t('Credit note'),
      number,
    })),
  ]
}

/** `of`: whose call is asked. */
export function saveTaxDocument(
  payment: Pick<Payment, 'id'>,
  { kind, number }: Pick<NamedDocument, 'kind' | 'number'>,
  of: 'my-payments' | 'admin/payments' = 'my-payments',
): Promise<void> {
  return download(
    `GET /${of}/:payment_id/${kind}`,
    { params: { payment_id: payment.id }, ...(kind === 'credit-note' && { query: { number } }) },
    `${number.replaceAll('/', '-')}.pdf`,
  )
}
