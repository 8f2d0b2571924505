import { and, eq, gt, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { msg } from '../../../../shared/i18n/translate.ts'
import { users } from '../../../accounts/server/tables.ts'
import { disputes, orders, refunds } from '../../../checkout/server/tables.ts'
import type { ErasureRow } from '../tables.ts'

export type Hindrance = NonNullable<ErasureRow['waitsFor']>

/** What has to be over before somebody is forgotten, as they are told it. */
export const hindrances: Record<Hindrance, string> = {
  payment: msg(
    'A payment of yours may still be under way. Your account is deleted once a day has passed since.',
  ),
  refund: msg('A refund is on its way to you. Your account is deleted once you have it.'),
  dispute: msg('Your bank asks a payment back. Your account is deleted once that is settled.'),
  staff: msg('You work here. Your account is deleted once an owner has ended that.'),
  child: msg(
    'You have opened accounts of children. Yours is deleted once theirs are: withdraw your consent to each.',
  ),
}

/** Money between the academy and a person, and their children, would be nobody's afterwards. Null: nothing is open. */
export async function findHindrance(db: Database, learnerId: string): Promise<Hindrance | null> {
  const theirs = eq(orders.learnerId, learnerId)
  const isStaff = await db.$count(users, and(eq(users.id, learnerId), isNotNull(users.role)))
  if (isStaff > 0) return 'staff'
  const isTheirChild = and(eq(users.parentId, learnerId), isNull(users.erasedAt))
  if ((await db.$count(users, isTheirChild)) > 0) return 'child'
  const ofTheirs = db.select({ id: orders.id }).from(orders).where(theirs)
  const isOwed = inArray(refunds.status, ['intended', 'pending', 'failed'])
  if ((await db.$count(refunds, and(inArray(refunds.orderId, ofTheirs), isOwed))) > 0)
    return 'refund'
  const isDisputed = notInArray(disputes.status, ['won', 'lost', 'closed'])
  if ((await db.$count(disputes, and(inArray(disputes.orderId, ofTheirs), isDisputed))) > 0) {
    return 'dispute'
  }
  const isFresh = gt(orders.createdAt, sql`now() - interval '1 day'`)
  const open = await db.$count(orders, and(theirs, eq(orders.status, 'pending'), isFresh))
  return open > 0 ? 'payment' : null
}
