import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { AdminPayment } from '../contract.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import {
  describeAdminPayment,
  type ListedPayment,
  listedPaymentColumns,
  listedPaymentJoins,
} from './describe-payment.ts'
import { readInstants } from './list-my-payments.ts'
import { matchPayments } from './match-payments.ts'

type Deps = Pick<CheckoutDependencies, 'db' | 'guaranteeInDays'>

const newestOnly = 1000

/** Everybody's payments, newest first; the newest thousand, since longer lists are paged. */
export async function listAllPayments(deps: Deps): Promise<AdminPayment[]> {
  return select(deps, {
    where: sql`payments.order_id is not null`,
    order: sql`payments.created_at desc`,
    limit: newestOnly,
    offset: 0,
  })
}

/** One payment as administrators see it; null if unknown. */
export async function findAdminPayment(deps: Deps, id: string): Promise<AdminPayment | null> {
  const where = sql`payments.id = ${id}`
  const [payment] = await select(deps, { where, order: sql`payments.id`, limit: 1, offset: 0 })
  return payment ?? null
}

export interface PaymentQuery {
  search?: string | undefined
  status?: AdminPayment['status'] | undefined
  page: number
  page_size: number
  sort: 'created' | 'completed' | 'amount' | 'user' | 'course'
  direction: 'asc' | 'desc'
}

const sortColumns: Record<PaymentQuery['sort'], string> = {
  created: 'payments.created_at',
  completed: 'payments.completed_at',
  amount: 'payments.amount_in_paise',
  user: 'users.name',
  course: 'payments.course_title',
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
  // A left join that nothing is taken from costs nothing.
  const { rows } = await deps.db.execute<{ total: string }>(sql`
    select count(*) as total from (
      select from payments left join users on users.id = payments.learner_id
       where ${where} limit ${query.search ? foundAtMost : countedAtMost}) as counted`)
  const payments = await select(deps, {
    where,
    order: sql.raw(orderBy(query)),
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  })
  return {
    payments,
    total: Number(rows[0]?.total ?? 0),
    page: query.page,
    page_size: query.page_size,
  }
}

/** Exactly as an index lays them out; what was never completed comes last in the usual direction. */
function orderBy({ sort, direction }: PaymentQuery): string {
  const nulls = sort === 'completed' ? ` nulls ${direction === 'desc' ? 'last' : 'first'}` : ''
  const id = sort === 'user' ? 'users.id' : 'payments.id'
  return `${sortColumns[sort]} ${direction}${nulls}, ${id} ${direction}`
}

async function matching(db: Database, { status, search }: PaymentQuery): Promise<SQL> {
  const conditions = [sql`payments.order_id is not null`]
  if (status) conditions.push(sql`payments.status = ${status}`)
  if (search) conditions.push(await matchPayments(db, search))
  return sql.join(conditions, sql` and `)
}

async function select(
  deps: Deps,
  part: { where: SQL; order: SQL; limit: number; offset: number },
): Promise<AdminPayment[]> {
  const { rows } = await deps.db.execute<ListedPayment>(sql`
    select ${sql.raw(listedPaymentColumns)}, users.name as user_name, users.email as user_email
      from payments join users on users.id = payments.learner_id ${sql.raw(listedPaymentJoins)}
     where ${part.where}
     order by ${part.order} limit ${part.limit} offset ${part.offset}`)
  return rows.map((row) => describeAdminPayment(readInstants(row), deps.guaranteeInDays))
}
