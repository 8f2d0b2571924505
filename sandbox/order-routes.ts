import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { showOrder } from './entities.ts'
import { makeOrder } from './make-order.ts'
import { paginate, toCollection } from './paginate.ts'
import type { StandIn } from './stand-in.ts'
import { findOrder, listOrdersOfReceipt, listPaymentsOfOrder } from './store.ts'

const querySchema = z.object({
  receipt: z.string().optional(),
  authorized: z.enum(['0', '1']).optional(),
  from: z.coerce.number().default(0),
  to: z.coerce.number().default(Number.POSITIVE_INFINITY),
})

/** `/v1/orders`: make, fetch, list, and the attempts at one. */
export function registerOrderRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { store, clock } = standIn

  app.post('/orders', (request) => {
    const order = makeOrder(request.body, clock.nowInSeconds())
    store.commit({ orders: [order] })
    return showOrder(order)
  })

  app.get('/orders', (request) => {
    const { receipt, authorized, from, to } = querySchema.parse(request.query)
    const orders =
      receipt === undefined
        ? Array.from(store.orders.values()).toReversed()
        : listOrdersOfReceipt(store, receipt)
    const wanted = orders.filter(({ id, created_at }) => {
      if (created_at < from || created_at > to) return false
      return authorized === undefined || isAuthorized(id) === (authorized === '1')
    })
    return toCollection(paginate(wanted, request.query).map(showOrder))
  })

  /** Alone, and only when fetched, an order lists its offers. There are none here. */
  app.get<{ Params: { id: string } }>('/orders/:id', ({ params }) => ({
    ...showOrder(findOrder(store, params.id)),
    offers: [],
  }))

  app.get<{ Params: { id: string } }>('/orders/:id/payments', ({ params }) =>
    toCollection(listPaymentsOfOrder(store, findOrder(store, params.id).id)),
  )

  function isAuthorized(orderId: string): boolean {
    return listPaymentsOfOrder(store, orderId).some(({ status }) => status === 'authorized')
  }
}
