import type { Database } from '../../../../platform/database/database.ts'
import { grantAccess, revokeAccess } from '../../../access/server/change-access.ts'
import { listGranted } from '../../../access/server/list-open-causes.ts'
import { restoreCertificate } from '../../../certificates/server/restore-certificate.ts'
import { revokeCertificate } from '../../../certificates/server/revoke-certificate.ts'
import { completeIfWatched } from '../../../learning/server/complete-if-watched.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { listCourseIds } from '../orders/order-items.ts'
import type { OrderRow } from '../tables.ts'

/**
 * Opens every course of an order, also those that the learner has by other causes. One of which they
 * had watched everything is completed by that; a certificate that was withdrawn holds again.
 */
export async function openCourses(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
): Promise<void> {
  const reason =
    order.razorpayPaymentId === null
      ? `Granted by a coupon: there was nothing to pay.`
      : `Paid with ${order.razorpayPaymentId}.`
  for (const courseId of await listCourseIds(db, order.id)) {
    await grantAccess(db, { ...causeOf(order), courseId, reason })
    await completeIfWatched(deps, db, { learnerId: order.learnerId, courseId })
    await restoreCertificate(db, order.learnerId, courseId)
  }
}

/** Closes what the order opened, and withdraws the certificates of what nothing else opens. */
export async function closeCourses(db: Database, order: OrderRow, reason: string): Promise<void> {
  for (const courseId of await listCourseIds(db, order.id)) {
    if (!(await revokeAccess(db, { ...causeOf(order), courseId, reason }))) continue
    await revokeCertificate(db, order.learnerId, courseId)
    await closeShares(db, order, courseId, reason)
  }
}

/** What a parent had opened for a child with the same order ends with it (docs/decisions/0112). */
async function closeShares(
  db: Database,
  order: OrderRow,
  courseId: string,
  reason: string,
): Promise<void> {
  const cause = { kind: 'gift' as const, id: order.id }
  for (const learnerId of await listGranted(db, cause, courseId)) {
    if (!(await revokeAccess(db, { learnerId, cause, courseId, reason }))) continue
    await revokeCertificate(db, learnerId, courseId)
  }
}

function causeOf({ learnerId, id }: OrderRow) {
  return { learnerId, cause: { kind: 'payment' as const, id } }
}
