import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { users } from '../../../accounts/server/tables.ts'
import type { AdminPayment } from '../../contract.ts'
import type { OrderStatus } from '../../statuses.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { orders, receipts, refunds } from '../tables.ts'
import {
  describeAdminPayment,
  isReceiptOf,
  isRefundOf,
  isShown,
  listedFields,
} from './describe-payment.ts'
import { matchOrders } from './match-orders.ts'

type Deps = Pick<CheckoutDependencies, 'db' | 'figures'>

const newestOnly = 1000

/** Everybody's payments, newest first; the newest thousand, since longer lists are paged. */
export async function listAllPayments(deps: Deps): Promise<AdminPayment[]> {
  return select(deps, {
    where: isShown,
    order: [desc(orders.createdAt)],
    limit: newestOnly,
    offset: 0,
  })
}

/** One payment as administrators see it; null if unknown. */
export async function findAdminPayment(deps: Deps, id: string): Promise<AdminPayment | null> {
  const where = eq(orders.id, id)
  const [payment] = await select(deps, { where, order: [], limit: 1, offset: 0 })
  return payment ?? null
}

export interface PaymentQuery {
  search?: string | undefined
  status?: OrderStatus | undefined
  page: number
  page_size: number
  sort: 'created' | 'completed' | 'amount' | 'user' | 'course'
  direction: 'asc' | 'desc'
}

const sortColumns = {
  created: orders.createdAt,
  completed: orders.completedAt,
  amount: orders.amountInPaise,
  user: users.name,
  course: orders.courseTitle,
}

/** Nobody pages further, and counting to the end would read every payment. */
const countedAtMost = 10_000
const foundAtMost = 1_000

/**
 * One page of the payments that match, and how many there are: counted up to ten thousand, in a search
 * up to one thousand.
 */
export async function pageAllPayments(
  deps: Deps,
  query: PaymentQuery,
): Promise<{ payments: AdminPayment[]; total: number; page: number; page_size: number }> {
  const where = await matching(deps.db, query)
  const found = deps.db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.learnerId)) // costs nothing where nothing is taken from it
    .where(where)
    .limit(query.search ? foundAtMost : countedAtMost)
    .as('found')
  const [counted] = await deps.db.select({ total: count() }).from(found)
  const payments = await select(deps, {
    where,
    order: orderBy(query),
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  })
  return { payments, total: counted?.total ?? 0, page: query.page, page_size: query.page_size }
}

/** Exactly as an index lays them out; what was never completed comes last in the usual direction. */
function orderBy({ sort, direction }: PaymentQuery): SQL[] {
  const by = direction === 'desc' ? desc : asc
  const column = by(sortColumns[sort])
  const nulls = direction === 'desc' ? sql`nulls last` : sql`nulls first`
  return [
    sort === 'completed' ? sql`${column} ${nulls}` : column,
    ...(sort === 'user' ? [by(users.id)] : []),
    by(orders.id),
  ]
}

async function matching(db: Database, { status, search }: PaymentQuery): Promise<SQL | undefined> {
  return and(
    isShown,
    status && eq(orders.status, status),
    search ? await matchOrders(db, search) : undefined,
  )
}

async function select(
  deps: Deps,
  part: { where: SQL | undefined; order: SQL[]; limit: number; offset: number },
): Promise<AdminPayment[]> {
  const rows = await deps.db
    .select({ ...listedFields, user_name: users.name, user_email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.learnerId))
    .leftJoin(receipts, isReceiptOf)
    .leftJoin(refunds, isRefundOf)
    .where(part.where)
    .orderBy(...part.order)
    .limit(part.limit)
    .offset(part.offset)
  return rows.map((row) => describeAdminPayment(row, deps.figures.guaranteeInDays))
}
