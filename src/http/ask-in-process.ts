import type { FastifyInstance } from 'fastify'
import { type Ask, buildRequest } from './call.ts'
import { type ProblemDocument, Refusal } from './problem.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/**
 * Asks the server's own calls without a network, as a visitor: what pages are rendered from.
 * Refusals come back as they were thrown.
 */
export function createInProcessAsk(app: FastifyInstance): Ask {
  return async (route, input) => {
    const { method, url } = buildRequest(route, input)
    if (method !== 'GET') throw new Error(`A page may only read: ${route}`)
    const answer = await app.inject({ method, url })
    if (answer.statusCode === 200) return answer.json()
    const problem = answer.json<ProblemDocument>()
    if (problem.code in refusals) {
      throw new Refusal(problem.code as RefusalCode, { detail: problem.detail }) // just checked
    }
    throw new Error(`${route} answered ${answer.statusCode}`)
  }
}
