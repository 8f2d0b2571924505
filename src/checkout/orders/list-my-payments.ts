import type { SessionQuery } from '../../http/session-query.ts'
import type { Payment } from '../contract.ts'
import {
  describePayment,
  type ListedPayment,
  listedPaymentColumns,
  listedPaymentJoins,
} from './describe-payment.ts'

/** A learner's payments, newest first. Orders that never reached the provider are left out. */
export const myPaymentsQuery: SessionQuery<ListedPayment[]> = {
  name: 'list_my_payments',
  select: `
    select coalesce(json_agg(listed), '[]')
      from (select ${listedPaymentColumns}
              from payments ${listedPaymentJoins}
             where payments.learner_id = caller.id and payments.order_id is not null
             order by payments.created_at desc) as listed`,
  params: [],
}

export function describeMyPayments(found: ListedPayment[], guaranteeInDays: number): Payment[] {
  return found.map((row) => describePayment(readInstants(row), guaranteeInDays))
}

/** Raw queries give instants as text or dates, depending on the driver's parsers. */
export function readInstants<Row extends Pick<ListedPayment, 'created_at' | 'completed_at'>>(
  row: Row,
): Row {
  return {
    ...row,
    created_at: new Date(row.created_at),
    completed_at: row.completed_at === null ? null : new Date(row.completed_at),
  }
}
