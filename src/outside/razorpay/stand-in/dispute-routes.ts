import type { FastifyInstance } from 'fastify'
import { findDispute } from './books.ts'
import { page, toCollection } from './page.ts'
import { newestFirst } from './sandbox-lists.ts'
import type { StandIn } from './stand-in.ts'

/** `/v1/disputes`: fetch and list, newest first. */
export function registerDisputeRoutes(app: FastifyInstance, { books }: StandIn): void {
  app.get('/disputes', ({ query }) => toCollection(page(newestFirst(books.disputes), query)))

  app.get<{ Params: { id: string } }>('/disputes/:id', ({ params }) =>
    findDispute(books, params.id),
  )
}
