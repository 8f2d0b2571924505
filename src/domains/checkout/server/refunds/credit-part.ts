import type { Database } from '../../../../platform/database/database.ts'
import { issuePartCreditNote } from '../../../tax/server/issue-credit-note.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { partRefundMail } from '../mail-templates.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import type { Effect } from '../settling/decide-order.ts'
import type { OrderRow } from '../tables.ts'
import { recordReturn, sumReturns } from './record-return.ts'

/**
 * Writes down what went back, by hand or to a bank, of a payment whose course stays open, and tells its
 * buyer. Where it was invoiced it is credited, and the note sent along. However often it is heard, each
 * paisa is credited and told once.
 */
export async function creditPart(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
  part: Extract<Effect, { kind: 'credit_part' }>,
): Promise<void> {
  const known = await sumReturns(db, order.id)
  const { refundedInPaise, lostInPaise } = await recordReturn(db, order, () => part.gone)
  const givenBackInPaise = refundedInPaise + lostInPaise
  const note = await issuePartCreditNote(db, {
    orderId: order.id,
    razorpayPaymentId: part.razorpayPaymentId,
    givenBackInPaise,
  })
  const newInPaise = givenBackInPaise - known.refundedInPaise - known.lostInPaise
  if (note === null && newInPaise === 0) return
  const buyer = await readBuyer(db, order.learnerId)
  await deps.queueMail(db, {
    to: buyer.email,
    template: () =>
      partRefundMail({
        buyerName: buyer.name,
        courseTitle: order.courseTitle,
        amountInPaise: note?.amountInPaise ?? newInPaise,
        razorpayPaymentId: part.razorpayPaymentId,
        creditNoteNumber: note?.documentNumber ?? null,
        isDisputed: lostInPaise > known.lostInPaise,
      }),
    ...(note !== null && { attachment: `credit_note:${order.id}:${note.documentNumber}` }),
    cause: `part-refund:${note?.id ?? `${order.id}:${givenBackInPaise}`}`,
  })
}
