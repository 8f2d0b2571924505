import { eq, sql } from 'drizzle-orm'
import { grantAccess, revokeAccess } from '../../access/change-access.ts'
import { revokeCertificate } from '../../certificates/revoke-certificate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { intendRefund, noteProviderRefund } from '../refunds/record-refund.ts'
import { type PaymentRow, payments } from '../tables.ts'
import type { Decision, Effect } from './decide-payment.ts'
import { settledCheck } from './plan-next-check.ts'
import { raiseAlarm, resolveAlarm } from './raise-alarm.ts'

/** Writes a decision down, inside the settling transaction: the row first, then each effect. */
export async function applyDecision(
  deps: CheckoutDependencies,
  db: Database,
  before: PaymentRow,
  decision: Decision,
): Promise<PaymentRow> {
  const payment = await writeRow(db, before, decision)
  for (const effect of decision.effects) await applyEffect(deps, db, payment, effect)
  return payment
}

async function writeRow(db: Database, before: PaymentRow, decision: Decision): Promise<PaymentRow> {
  const isChanged =
    decision.status !== before.status ||
    decision.settledPaymentId !== before.razorpayPaymentId ||
    (decision.failure !== undefined && decision.failure !== before.failure)
  if (!isChanged) return before
  const becomes = (status: PaymentRow['status']): boolean =>
    decision.status === status && before.status !== status
  const [after] = await db
    .update(payments)
    .set({
      status: decision.status,
      razorpayPaymentId: decision.settledPaymentId,
      ...(decision.method !== undefined && { method: decision.method }),
      ...(decision.failure !== undefined && { failure: decision.failure }),
      ...(becomes('completed') && {
        completedAt: sql`clock_timestamp()`,
        refundedAt: null,
        nextCheckAt: settledCheck,
      }),
      ...(becomes('refunded') && {
        refundedAt: sql`clock_timestamp()`,
        nextCheckAt: settledCheck,
      }),
    })
    .where(eq(payments.id, before.id))
    .returning()
  return after ?? before
}

async function applyEffect(
  deps: CheckoutDependencies,
  db: Database,
  payment: PaymentRow,
  effect: Effect,
): Promise<void> {
  const access = {
    learnerId: payment.learnerId,
    courseId: payment.courseId,
    cause: { kind: 'payment' as const, id: payment.id },
  }
  switch (effect.kind) {
    case 'grant':
      await grantAccess(db, { ...access, reason: `Paid with ${payment.razorpayPaymentId}.` })
      return
    case 'revoke':
      if (await revokeAccess(db, { ...access, reason: effect.reason })) {
        await revokeCertificate(db, payment.learnerId, payment.courseId)
      }
      return
    case 'issue_receipt':
      await issueReceipt(deps, db, payment)
      return
    case 'refund':
      await intendRefund(deps, db, payment, effect)
      return
    case 'note_refund':
      await noteProviderRefund(deps, db, payment, effect)
      return
    case 'resolve_alarm':
      await resolveAlarm(db, effect.subject)
      return
    case 'alarm':
      await raiseAlarm(db, { ...effect, paymentId: payment.id })
      return
    case 'capture':
      // The call is made after this commits; should the process die first, the reconciler makes it.
      await db
        .update(payments)
        .set({ nextCheckAt: sql`clock_timestamp() + interval '5 seconds'` })
        .where(eq(payments.id, payment.id))
  }
}
