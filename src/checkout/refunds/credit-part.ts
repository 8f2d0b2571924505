import type { Database } from '../../platform/database/database.ts'
import { issuePartCreditNote } from '../../tax/issue-credit-note.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { partRefundMail } from '../mail-templates.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import type { Effect } from '../settling/decide-order.ts'
import type { OrderRow } from '../tables.ts'

/**
 * Credits what went back by hand of a payment whose course stays open, and sends the note to its buyer.
 * However often it is heard, each paisa is credited once. Without an invoice there is nothing to do.
 */
export async function creditPart(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
  part: Extract<Effect, { kind: 'credit_part' }>,
): Promise<void> {
  const note = await issuePartCreditNote(db, { ...part, orderId: order.id })
  if (note === null) return
  const buyer = await readBuyer(db, order.learnerId)
  await deps.queueMail(db, {
    to: buyer.email,
    template: partRefundMail({
      buyerName: buyer.name,
      courseTitle: order.courseTitle,
      amountInPaise: note.amountInPaise,
      razorpayPaymentId: part.razorpayPaymentId,
      creditNoteNumber: note.documentNumber,
    }),
    attachment: `credit_note:${order.id}:${note.documentNumber}`,
    cause: `part-refund:${note.id}`,
  })
}
