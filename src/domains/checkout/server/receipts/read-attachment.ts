import type { MailAttachment } from '../../../../integrations/mail/mail-transport.ts'
import { readTaxDocument } from '../../../tax/server/documents/read-tax-document.ts'
import { documentKinds } from '../../../tax/server/tables.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { readReceipt } from './read-receipt.ts'

type Dependencies = Pick<CheckoutDependencies, 'db' | 'pdfRenderer' | 'brand' | 'languages'>

/**
 * What a mail names as its attachment: `receipt:`, `invoice:` or `credit_note:` and the order, and of
 * several credit notes the number.
 */
export async function readAttachment(
  deps: Dependencies,
  reference: string,
): Promise<MailAttachment> {
  const [named, orderId = '', number] = reference.split(':')
  const kind = documentKinds.find((known) => known === named)
  return kind ? readTaxDocument(deps, { kind, orderId, number }) : readReceipt(deps, orderId)
}
