import type { FastifyInstance } from 'fastify'
import { paginate, toCollection } from './paginate.ts'
import { newestFirst } from './sandbox-lists.ts'
import type { StandIn } from './stand-in.ts'
import { findDispute } from './store.ts'

/** `/v1/disputes`: fetch and list, newest first. */
export function registerDisputeRoutes(app: FastifyInstance, { store }: StandIn): void {
  app.get('/disputes', ({ query }) => toCollection(paginate(newestFirst(store.disputes), query)))

  app.get<{ Params: { id: string } }>('/disputes/:id', ({ params }) =>
    findDispute(store, params.id),
  )
}
