import {
  and,
  asc,
  between,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import type { RazorpayClient } from '../../../integrations/razorpay/client.ts'
import { RazorpayError } from '../../../integrations/razorpay/razorpay-error.ts'
import { isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { consentsTo } from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import { findCourseOnSale } from '../../catalogue/server/find-course-on-sale.ts'
import { isSurelyUnpaid } from '../../checkout/server/settling/fetch-from-provider.ts'
import { type OrderRow, orders } from '../../checkout/server/tables.ts'
import { readSettings } from './change-settings.ts'
import type { CampaignDependencies } from './dependencies.ts'
import { checkoutReminderMail } from './mail-templates.ts'
import { checkoutReminders } from './tables.ts'

interface ReminderDependencies extends CampaignDependencies {
  razorpay: Pick<RazorpayClient, 'listOrderPayments'>
}

const readAtOnce = 50
const anHourAgo = sql`now() - interval '1 hour'`
const threeDaysAgo = sql`now() - interval '3 days'`

/**
 * Reminds learners who want news of a course that they left at the checkout: once for each course, and
 * only after Razorpay, asked at this moment, says that nothing was paid and nothing is under way
 * (docs/decisions/0061). Stops for this round when Razorpay is away. Resolves to how many were mailed.
 */
export async function remindOfCheckouts(
  deps: ReminderDependencies,
  stopping?: AbortSignal,
): Promise<number> {
  const { are_reminders_on: areOn } = await readSettings(deps.db)
  if (!areOn) return 0
  let mailed = 0
  let last: OrderRow | undefined
  for (;;) {
    const left = await listLeft(deps.db, last)
    for (const order of left) {
      if (stopping?.aborted) return mailed
      const isUnpaid = await ask(deps, order)
      if (isUnpaid === 'away') return mailed
      if (isUnpaid && (await remind(deps, order))) mailed += 1
    }
    last = left.at(-1)
    if (left.length < readAtOnce) return mailed
  }
}

async function ask(deps: ReminderDependencies, order: OrderRow): Promise<boolean | 'away'> {
  try {
    return await isSurelyUnpaid(deps, order)
  } catch (error) {
    if (error instanceof RazorpayError) return error.kind === 'refused' ? false : 'away'
    throw error
  }
}

async function remind(deps: ReminderDependencies, order: OrderRow): Promise<boolean> {
  const { learnerId, courseId } = order
  return deps.db.transaction(async (db) => {
    // Whoever pays or says no at the same time is heard first: both hold these. The account first, as
    // others take them.
    await db.select({ id: users.id }).from(users).where(eq(users.id, learnerId)).for('share')
    await lockAccess(db, order)
    const [reader] = await db
      .select({ name: users.name, email: users.email })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.learnerId))
      .where(and(eq(orders.id, order.id), isNull(users.blockedAt), isLeft(db)))
    const course = await findCourseOnSale(db, courseId)
    if (!reader || !course) return false
    const [isFirst] = await db
      .insert(checkoutReminders)
      .values({ learnerId, courseId, orderId: order.id })
      .onConflictDoNothing()
      .returning()
    if (!isFirst) return false
    await deps.queueMail(db, {
      to: reader.email,
      template: () =>
        checkoutReminderMail({
          learnerName: reader.name,
          courseTitle: course.title,
          courseId,
          publicUrl: deps.sender.publicUrl(),
        }),
      letter: { list: 'news', learnerId, unsubscribeUrl: unsubscribeUrlOf(deps, learnerId) },
    })
    return true
  })
}

/** Behind the last one that was looked at. */
async function listLeft(db: Database, last: OrderRow | undefined): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(isLeft(db), isBehind(orders.createdAt, orders.id, last?.id, true)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(readAtOnce)
}

/**
 * An order of one course, unpaid as far as we know, that its learner left between an hour and three
 * days ago, and has not come back to since. Of bundles nobody is reminded.
 */
function isLeft(db: Database) {
  const later = alias(orders, 'later')
  const cameBack = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.learnerId, orders.learnerId),
        eq(later.courseId, orders.courseId),
        gt(later.createdAt, orders.createdAt),
      ),
    )
  const reminded = db
    .select({ orderId: checkoutReminders.orderId })
    .from(checkoutReminders)
    .where(
      and(
        eq(checkoutReminders.learnerId, orders.learnerId),
        eq(checkoutReminders.courseId, orders.courseId),
      ),
    )
  return and(
    between(orders.createdAt, threeDaysAgo, anHourAgo),
    // Set when somebody opens the checkout of an order again.
    or(isNull(orders.lastAskedAt), lte(orders.lastAskedAt, anHourAgo)),
    inArray(orders.status, ['pending', 'failed']),
    isNull(orders.completedAt),
    isNull(orders.bundleId),
    isNotNull(orders.razorpayOrderId),
    gt(orders.amountInPaise, 0),
    not(exists(cameBack)),
    not(exists(reminded)),
    not(ownsCourse(orders.learnerId, orders.courseId)),
    consentsTo('news', orders.learnerId),
  )
}
