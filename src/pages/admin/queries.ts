import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  countLearners,
  getPayment,
  listAlarms,
  pagePayments,
  previewFix,
} from '../../domains/admin/contract.ts'
import type { AdminPayment } from '../../domains/checkout/contract.ts'
import { fillInPayment } from '../../domains/checkout/web/fill-in-payment.ts'
import type { RequestOf, ResponseOf } from '../../http/endpoint.ts'
import { call } from '../../ui/call.ts'

export type PaymentsQuery = RequestOf<typeof pagePayments>['query']
type PaymentsPage = Pick<ResponseOf<typeof pagePayments>, 'payments' | 'total'>

/** Everything about payments: what the fix action and refunds make stale. */
export const paymentsKey = ['admin', 'payments']

/** One page of payments; the last one stays in sight until the next has come. */
export function paymentsPageQuery(query: PaymentsQuery) {
  return queryOptions({
    queryKey: [...paymentsKey, 'page', query],
    queryFn: async () => {
      const answer: PaymentsPage | AdminPayment[] = await call<typeof pagePayments>(
        'GET /admin/payments/page',
        { query },
      )
      // The specification has a list alone.
      const { payments, total } = Array.isArray(answer)
        ? { payments: answer, total: answer.length }
        : answer
      return { payments: payments.map((payment) => fillInPayment(payment)), total }
    },
    placeholderData: keepPreviousData,
  })
}

export function paymentQuery(payment_id: string) {
  return queryOptions({
    queryKey: [...paymentsKey, 'one', payment_id],
    queryFn: () =>
      call<typeof getPayment>('GET /admin/payments/:payment_id', { params: { payment_id } }),
  })
}

export const alarmsQuery = queryOptions({
  queryKey: [...paymentsKey, 'alarms'],
  queryFn: () => call<typeof listAlarms>('GET /admin/payment-alarms', {}),
})

/** Asks the provider about each pending payment, so it is asked only on request. */
export const previewFixQuery = queryOptions({
  queryKey: ['admin', 'fix-preview'],
  queryFn: () => call<typeof previewFix>('GET /admin/fix-payment-status', {}),
  staleTime: 0,
  gcTime: 0,
})

/** Asked anew each time somebody is about to delete: a sale may come in at any moment. */
export function learnersQuery(courseId: string) {
  return queryOptions({
    queryKey: ['admin', 'learners', courseId],
    queryFn: () =>
      call<typeof countLearners>('GET /admin/courses/:id/learners', { params: { id: courseId } }),
    staleTime: 0,
    gcTime: 0,
  })
}
