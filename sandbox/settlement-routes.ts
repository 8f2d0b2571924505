import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayInIndia } from '../src/shared/india-time.ts'
import { paginate, toCollection } from './paginate.ts'
import { invalidInput } from './request-error.ts'
import type { StandIn } from './stand-in.ts'

const periodSchema = z.object({
  year: z.coerce.number().int(),
  month: z.coerce.number().int(),
  day: z.coerce.number().int().optional(),
})

/** `/v1/settlements/recon/combined`: the lines of a month or a day in India, oldest first. */
export function registerSettlementRoutes(app: FastifyInstance, { store }: StandIn): void {
  app.get('/settlements/recon/combined', ({ query }) => {
    const { year, month, day } = periodSchema.parse(query)
    if (month < 1 || month > 12) throw invalidInput('The month is not a valid month.', 'month')
    const lines = Array.from(store.settlementLines.values()).filter(({ settled_at }) => {
      const of = dayInIndia(new Date(settled_at * 1000))
        .split('-')
        .map(Number)
      return of[0] === year && of[1] === month && (day === undefined || of[2] === day)
    })
    return toCollection(paginate(lines, query))
  })
}
