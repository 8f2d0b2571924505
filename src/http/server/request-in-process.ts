import type { FastifyInstance } from 'fastify'
import { buildRequest, type SendRequest } from '../api-client.ts'
import { type ProblemDocument, ProblemError } from '../problem.ts'
import { type ProblemCode, problems } from '../problems.ts'
import type { ResponseCache } from './response-cache.ts'

/**
 * Asks the server's own calls without a network, as a visitor: what pages are rendered from, and by
 * that what they hang on. Problems come back as they were thrown.
 */
export function createInProcessRequest(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'track'>,
): SendRequest {
  return async (route, input) => {
    const { method, url } = buildRequest(route, input)
    if (method !== 'GET') throw new Error(`A page may only read: ${route}`)
    const answer = await cache.track(async () => app.inject({ method, url }))
    if (answer.statusCode === 200) return answer.json()
    const problem = answer.json<ProblemDocument>()
    if (problem.code in problems) {
      throw new ProblemError(problem.code as ProblemCode, { detail: problem.detail }) // just checked
    }
    throw new Error(`${route} answered ${answer.statusCode}`)
  }
}
