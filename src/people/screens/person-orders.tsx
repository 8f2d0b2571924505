import { StatusBadge } from '../../ui/controls/badge.tsx'
import { formatDateTime, formatRupees } from '../../ui/format.ts'
import type { Learner } from '../contract.ts'
import { Section } from './section.tsx'

/** Orders, newest first, each with all that was heard of it. */
export function PersonOrders({ orders }: Pick<Learner, 'orders'>) {
  return (
    <Section heading="Orders" isEmpty={orders.length === 0} empty="No order yet.">
      <ul className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id} className="rounded-md border border-line bg-sheet p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h4 className="font-medium wrap-anywhere">{order.course_title}</h4>
              <StatusBadge status={order.status} />
              {order.amount !== null && <span>{formatRupees(order.amount)}</span>}
            </div>
            <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
              {formatDateTime(order.created_at)}
              {order.razorpay_order_id !== null && `, ${order.razorpay_order_id}`}
              {order.razorpay_payment_id !== null && `, ${order.razorpay_payment_id}`}
            </p>
            {order.timeline.length > 0 && (
              <details className="mt-2">
                <summary className="cursor-pointer py-3 text-sm font-medium lg:py-1">
                  What happened
                </summary>
                <ol className="mt-1 grid gap-2 text-sm lg:gap-1">
                  {order.timeline.map(({ at, source, text }) => (
                    <li key={`${at} ${text}`} className="wrap-anywhere">
                      <span className="text-ink-soft">
                        {formatDateTime(at)}, {source}:
                      </span>{' '}
                      {text}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
