import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../http/problem.ts'
import { isMediaLinkGood } from './sign-media-link.ts'

const seedFolder = fileURLToPath(new URL('../../seed/', import.meta.url))

const signature = z.object({
  key: z.string().max(100),
  until: z.coerce.number().int().nonnegative(),
})

/** Covers for everybody; our own video files, with byte ranges, for those with a signed link. */
export function mediaRoutes(app: FastifyInstance, mediaKey: string): void {
  void app.register(async (app) => {
    await app.register(fastifyStatic, {
      root: `${seedFolder}covers`,
      prefix: '/covers/',
      index: false,
      maxAge: '30d',
      schemaHide: true,
    })
    answerUnsatisfiableRanges(app)
    app.get<MediaRequest>('/media/*', { schema: { hide: true } }, async (request, reply) => {
      const file = request.params['*']
      const given = signature.safeParse(request.query)
      const isGood =
        given.success &&
        isMediaLinkGood(mediaKey, { path: `/media/${file}`, ...given.data }, new Date())
      if (!isGood) {
        throw new Refusal('not_allowed', {
          detail: 'This link is not good any more. Please open the course again.',
        })
      }
      reply.header('cross-origin-resource-policy', 'same-origin')
      return reply.sendFile(file, `${seedFolder}media`, { maxAge: '1h', dotfiles: 'ignore' })
    })
  })
}

interface MediaRequest {
  Params: { '*': string }
}

/** Players ask behind the end now and then; they need the length, not a sentence. */
function answerUnsatisfiableRanges(app: FastifyInstance): void {
  app.setErrorHandler<Error & { statusCode?: number; headers?: Record<string, string> }>(
    async (error, _request, reply) => {
      if (error.statusCode !== 416) throw error
      return reply
        .code(416)
        .headers(error.headers ?? {})
        .send()
    },
  )
}
