import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import type { Payment } from '../contract.ts'
import { fillInPayment } from './fill-in-payment.ts'

const pollPendingInMs = 5_000

/** The signed-in person's payments, newest first; asked again while one of them is undecided. */
export const myPaymentsQuery = queryOptions({
  queryKey: ['my-payments'],
  queryFn: async () => (await call('GET /my-payments', {})).map(fillInPayment),
  refetchInterval: ({ state }) => (state.data?.some(isUndecided) ? pollPendingInMs : false),
})

function isUndecided(payment: Payment): boolean {
  return payment.status === 'pending'
}

/** Gives the payment back and closes its course. Answers with a sentence for the person. */
export function requestMyRefund(paymentId: string): Promise<{ message: string }> {
  return call('POST /my-payments/:payment_id/refund', { params: { payment_id: paymentId } })
}
