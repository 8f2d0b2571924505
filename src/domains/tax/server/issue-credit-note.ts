import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { findInvoice, insertDocument } from './issue-documents.ts'
import { splitCredit } from './split-credit.ts'
import { type TaxDocument, taxDocuments } from './tables.ts'

/**
 * Issues the credit note of a refund, in the transaction that writes the refund down: it takes back
 * what is left of the invoice, as refunds are whole. Null if the refunded payment is not the one that
 * was invoiced, such as a second payment that went back without ever being a sale.
 */
export async function issueCreditNote(
  db: Database,
  refund: { orderId: string; refundId: string; razorpayPaymentId: string },
): Promise<TaxDocument | null> {
  const notes = await listCreditNotes(db, refund.orderId)
  const issued = notes.find(({ refundId }) => refundId === refund.refundId)
  if (issued) return issued
  return creditUpTo(db, notes, { ...refund, upToInPaise: Number.MAX_SAFE_INTEGER })
}

/**
 * Issues the credit note of what went back by hand, in the transaction that hears of it: for what no
 * earlier note took back. The order's row is locked, so that two who hear the same write it once. Null
 * if nothing is new, or the payment is not the one that was invoiced.
 */
export async function issuePartCreditNote(
  db: Database,
  part: { orderId: string; razorpayPaymentId: string; givenBackInPaise: number },
): Promise<TaxDocument | null> {
  const notes = await listCreditNotes(db, part.orderId)
  return creditUpTo(db, notes, { ...part, upToInPaise: part.givenBackInPaise })
}

/** In the order in which they were issued. */
export function listCreditNotes(db: Database, orderId: string): Promise<TaxDocument[]> {
  return db
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.orderId, orderId), eq(taxDocuments.kind, 'credit_note')))
    .orderBy(asc(taxDocuments.creditedBeforeInPaise))
}

async function creditUpTo(
  db: Database,
  notes: readonly TaxDocument[],
  {
    orderId,
    razorpayPaymentId,
    refundId = null,
    upToInPaise,
  }: { orderId: string; razorpayPaymentId: string; refundId?: string | null; upToInPaise: number },
): Promise<TaxDocument | null> {
  const invoice = await findInvoice(db, orderId)
  if (!invoice || invoice.razorpayPaymentId !== razorpayPaymentId) return null
  const credit = splitCredit(invoice, notes, upToInPaise)
  if (credit === null) return null
  return insertDocument(db, {
    ...invoice,
    ...credit,
    discountInPaise: 0,
    couponCode: null,
    couponDiscountInPaise: null,
    kind: 'credit_note',
    refundId,
    invoiceId: invoice.id,
    invoiceNumber: invoice.documentNumber,
    invoiceIssuedAt: invoice.issuedAt,
    invoicedInPaise: invoice.amountInPaise,
    creditedBeforeInPaise: notes.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0),
  })
}
