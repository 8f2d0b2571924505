import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { mayWatch } from '../access/check-access.ts'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { readCourse } from './read-courses.ts'
import { isMediaLinkGood, isSameMedia } from './sign-media-link.ts'

const seedFolder = fileURLToPath(new URL('../../seed/', import.meta.url))

const preview = z.object({ preview: z.string().min(1).max(200) })

const signature = z.object({
  key: z.string().max(100),
  until: z.coerce.number().int().nonnegative(),
  learner: z.uuid(),
  course: z.string().min(1).max(200),
})

/**
 * Covers for everybody; our own video files, with byte ranges, for those with a signed link whose
 * course is still theirs at that moment: a player cannot send a session along.
 */
export function mediaRoutes(
  app: FastifyInstance,
  { db, mediaKey }: { db: Database; mediaKey: string },
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
      if (!(await mayPlay({ db, mediaKey }, `/media/${file}`, request.query))) {
        throw new ProblemError('not_allowed', {
          detail: 'This link is not good any more. Please open the course again.',
        })
      }
      reply.header('cross-origin-resource-policy', 'same-origin')
      // The learner's own browser may keep it, no cache between.
      reply.header('cache-control', 'private, max-age=3600')
      return reply.sendFile(file, `${seedFolder}media`, { cacheControl: false, dotfiles: 'ignore' })
    })
  })
}

async function mayPlay(
  { db, mediaKey }: { db: Database; mediaKey: string },
  path: string,
  query: unknown,
): Promise<boolean> {
  const open = preview.safeParse(query)
  if (open.success) return isPreviewFile(db, open.data.preview, path)
  const given = signature.safeParse(query)
  if (!given.success) return false
  const { key, until, learner: learnerId, course: courseId } = given.data
  if (!isMediaLinkGood(mediaKey, { path, key, until, learnerId, courseId }, new Date()))
    return false
  return mayWatch(db, learnerId, courseId)
}

/** True for the trailer and the free lessons' films of a course that visitors can see. */
async function isPreviewFile(db: Database, courseId: string, path: string): Promise<boolean> {
  const stored = await readCourse(db, courseId)
  if (!stored || stored.isHidden) return false
  const { trailer = '', modules } = stored.course
  const free = modules.flatMap(({ videos }) => videos).filter(({ is_preview }) => is_preview)
  return [trailer, ...free.map(({ url = '' }) => url)].some((url) => isSameMedia(url, path))
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
