import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { mayPlay } from './may-play.ts'
import type { OpeningDependencies } from './not-due.ts'

const seedFolder = fileURLToPath(new URL('../../../../seed/', import.meta.url))

/**
 * Covers for everybody; our own video files, with byte ranges, for those with a signed link whose
 * course is still theirs at that moment: a player cannot send a session along.
 */
export function mediaRoutes(
  app: FastifyInstance,
  deps: OpeningDependencies & { mediaKey: RotatingKey },
): void {
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
      if (!(await mayPlay(deps, `/media/${file}`, request.query))) {
        throw new ProblemError('not_allowed', {
          detail: t('This link is not good any more. Please open the course again.'),
        })
      }
      reply.header('cross-origin-resource-policy', 'same-origin')
      // The learner's own browser may keep it, no cache between.
      reply.header('cache-control', 'private, max-age=3600')
      return reply.sendFile(file, `${seedFolder}media`, { cacheControl: false, dotfiles: 'ignore' })
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
