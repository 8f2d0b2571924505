import { keepPreviousData } from '@tanstack/react-query'
import type { pagePayments } from '../../domains/admin/contract.ts'
import type { AdminPayment } from '../../domains/checkout/contract.ts'
import { fillInPayment } from '../../domains/checkout/web/fill-in-payment.ts'
import type { RequestOf, ResponseOf } from '../../http/endpoint.ts'
import { call } from '../../ui/call.ts'
import { query } from '../../ui/query.ts'

export type PaymentsQuery = RequestOf<typeof pagePayments>['query']
type PaymentsPage = Pick<ResponseOf<typeof pagePayments>, 'payments' | 'total'>

/** Everything about payments: what the fix action and refunds make stale. */
export const paymentsKey = ['admin', 'payments']

/** One page of payments; the last one stays in sight until the next has come. */
export const paymentsPageQuery = (asked: PaymentsQuery) =>
  query(
    [...paymentsKey, 'page', asked],
    async () => {
      const answer: PaymentsPage | AdminPayment[] = await call('GET /admin/payments/page', {
        query: asked,
      })
      // The specification has a list alone.
      const { payments, total } = Array.isArray(answer)
        ? { payments: answer, total: answer.length }
        : answer
      return { payments: payments.map((payment) => fillInPayment(payment)), total }
    },
    { placeholderData: keepPreviousData },
  )

export const paymentQuery = (payment_id: string) =>
  query([...paymentsKey, 'one', payment_id], () =>
    call('GET /admin/payments/:payment_id', { params: { payment_id } }),
  )

export const alarmsQuery = query([...paymentsKey, 'alarms'], () =>
  call('GET /admin/payment-alarms', {}),
)

/** Asks the provider about each pending payment, so it is asked only on request. */
export const previewFixQuery = query(
  ['admin', 'fix-preview'],
  () => call('GET /admin/fix-payment-status', {}),
  { staleTime: 0, gcTime: 0 },
)

/** Asked anew each time somebody is about to delete: a sale may come in at any moment. */
export const learnersQuery = (courseId: string) =>
  query(
    ['admin', 'learners', courseId],
    () => call('GET /admin/courses/:id/learners', { params: { id: courseId } }),
    { staleTime: 0, gcTime: 0 },
  )
