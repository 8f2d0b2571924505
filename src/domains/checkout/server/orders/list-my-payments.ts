import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { SessionQuery } from '../../../../http/server/session-query.ts'
import type { Payment } from '../../contract.ts'
import { orders, receipts, refunds } from '../tables.ts'
import {
  describePayment,
  isReceiptOf,
  isRefundOf,
  isShown,
  type ListedOrder,
  listedFields,
} from './describe-payment.ts'

const listedColumns = Object.entries(listedFields).map(
  ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
)

/** As PostgreSQL writes it into JSON. */
type ListedInJson = Omit<ListedOrder, 'created_at' | 'completed_at'> & {
  created_at: string
  completed_at: string | null
}

/** A learner's payments, newest first. */
export const myPaymentsQuery: SessionQuery<ListedInJson[]> = {
  name: 'list_my_payments',
  select: new PgDialect().sqlToQuery(sql`
    select coalesce(json_agg(listed), '[]')
      from (select ${sql.join(listedColumns, sql`, `)}
              from ${orders}
              left join ${receipts} on ${isReceiptOf}
              left join ${refunds} on ${isRefundOf}
             where ${orders.learnerId} = caller.id and ${isShown}
             order by ${orders.createdAt} desc) as listed`).sql,
  params: [],
}

export function describeMyPayments(found: ListedInJson[], guaranteeInDays: number): Payment[] {
  return found.map((row) => {
    const created_at = new Date(row.created_at)
    const completed_at = row.completed_at === null ? null : new Date(row.completed_at)
    return describePayment({ ...row, created_at, completed_at }, guaranteeInDays)
  })
}
