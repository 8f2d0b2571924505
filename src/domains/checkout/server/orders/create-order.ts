import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { ownsAll } from '../../../access/server/check-access.ts'
import { users } from '../../../accounts/server/tables.ts'
import { readCode } from '../../../offers/server/coupons/read-code.ts'
import { findOffered, type OfferedItem } from '../../../offers/server/prices/quote-offer.ts'
import type { BuyerInput } from '../../../tax/server/buyer-place.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { fetchAndSettle } from '../settling/fetch-from-provider.ts'
import { settleFreeOrder } from '../settling/settle-free-order.ts'
import { type OrderRow, orderItems, orders } from '../tables.ts'
import { openOrder } from './open-order.ts'
import { claimCheck, submitOrAwait } from './place-order.ts'

/** A bank may change its mind for so long, so orders this young may have been paid meanwhile. */
const maybePaid = and(
  isNull(orders.completedAt),
  gt(orders.createdAt, sql`now() - interval '5 days'`),
)

/** What somebody wants to buy; one of the two ids is there. */
export interface OrderRequest extends BuyerInput {
  course_id?: string | undefined
  bundle_id?: string | undefined
  coupon?: string | undefined
  /** The wording that the buyer read beside the button; left out: none. */
  statement?: string | undefined
}

/**
 * An order for the checkout sheet, or, where offers leave nothing to pay, one that is completed. An
 * open one on the same terms is handed out again, after asking the provider whether it was paid
 * meanwhile. Refused for what is not on sale, for what is owned already, for a coupon that does not
 * count, and to a child.
 */
export async function createOrder(
  deps: CheckoutDependencies,
  caller: CurrentUser,
  body: OrderRequest,
): Promise<OrderRow> {
  await requireNoChild(deps, caller.learnerId)
  const wish = { courseId: body.course_id, bundleId: body.bundle_id }
  const item = await findOffered(deps.db, wish)
  await requireNotOwned(deps, caller.learnerId, item)
  await settleOpenOrders(deps, caller.learnerId, item)
  await requireNotOwned(deps, caller.learnerId, item)

  const order = await openOrder(deps.db, {
    learnerId: caller.learnerId,
    wish,
    code: readCode(body.coupon),
    buyer: body,
    statement: body.statement,
  })
  return order.amountInPaise === 0 ? grant(deps, order) : submitOrAwait(deps, order)
}

async function grant(deps: CheckoutDependencies, order: OrderRow): Promise<OrderRow> {
  const settled = await settleFreeOrder(deps, order.id)
  if (settled.status === 'completed') return settled
  throw new ProblemError('course_already_owned') // settled otherwise within these milliseconds
}

/** A child's courses are bought by the parent. */
async function requireNoChild({ db }: CheckoutDependencies, learnerId: string): Promise<void> {
  const isChild = and(eq(users.id, learnerId), isNotNull(users.parentId))
  if ((await db.$count(users, isChild)) > 0) throw new ProblemError('child_cannot_buy')
}

async function requireNotOwned(
  { db }: CheckoutDependencies,
  learnerId: string,
  { courses }: OfferedItem,
): Promise<void> {
  const ids = courses.map(({ id }) => id)
  if (await ownsAll(db, learnerId, ids)) throw new ProblemError('course_already_owned')
}

/**
 * Someone who paid and came back too early must not pay again: ask first, also about orders that are
 * shown as failed or given back, which a later attempt may have paid.
 */
async function settleOpenOrders(
  deps: CheckoutDependencies,
  learnerId: string,
  { courses }: OfferedItem,
): Promise<void> {
  const ids = courses.map(({ id }) => id)
  const isOfThese = exists(
    deps.db
      .select({ id: orderItems.orderId })
      .from(orderItems)
      .where(and(eq(orderItems.orderId, orders.id), inArray(orderItems.courseId, ids))),
  )
  const open = await deps.db
    .select()
    .from(orders)
    .where(
      and(eq(orders.learnerId, learnerId), isNotNull(orders.razorpayOrderId), maybePaid, isOfThese),
    )
    .orderBy(desc(orders.createdAt))
    .limit(5)
  for (const order of open) {
    if (!(await claimCheck(deps.db, order.id))) continue
    try {
      await fetchAndSettle(deps, order, 'academy')
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error
      deps.log.warn({ order_id: order.id, kind: error.kind }, 'open order not checked')
    }
  }
}
