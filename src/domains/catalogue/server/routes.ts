import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hasRight } from '../../../http/rights.ts'
import type { Serve } from '../../../http/server/serve.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { filmCookie } from '../../films/server/film-cookie.ts'
import * as catalogue from '../contract.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import type { RatingReader } from './describe-rating.ts'
import { filmRoutes } from './film-routes.ts'
import { courseOwnershipQuery, getCourse } from './get-course.ts'
import { listCourses } from './list-courses.ts'
import { listTranscripts } from './list-transcripts.ts'
import { mediaRoutes } from './media-routes.ts'
import type { OpeningDependencies } from './not-due.ts'
import type { PriceReader } from './offered-price.ts'
import { type DemoDependencies, describeDemo, hideDemo, restoreDemo } from './remove-demo.ts'

export interface CatalogueDependencies extends DemoDependencies, OpeningDependencies {
  offers: PriceReader
  readRatings: RatingReader
  /** Signs links to our own video files. */
  mediaKey: RotatingKey
  media: MediaStore
  /** Where films are handed to the web server before us. */
  mediaAccel: string | undefined
  publicUrl: () => string
  /** Hears of looks at a course that may lead to an order, with what the browser tells of itself. */
  onLook: (courseId: string, asked: IncomingHttpHeaders) => void
  app: FastifyInstance
}

export function catalogueRoutes(serve: Serve, deps: CatalogueDependencies): void {
  serve(catalogue.listCourses, () => listCourses(deps))

  serve(
    catalogue.getCourse,
    async ({ params, query, caller, found, request, reply }) => {
      const viewer = {
        learnerId: caller?.learnerId ?? null,
        sessionHash: caller?.sessionHash ?? null,
        isOwner: found === true,
        isAdmin: hasRight(caller?.role ?? null, 'courses'),
        isView: caller?.isView ?? false,
      }
      if (caller && (viewer.isOwner || viewer.isAdmin)) {
        reply.header('set-cookie', filmCookie(caller.sessionHash, { publicUrl: deps.publicUrl() }))
      }
      const answer = await getCourse(deps, viewer, params.course_id)
      const mayBuy = caller !== null && caller.role === null && !caller.isView && !viewer.isOwner
      if (query.look && mayBuy) deps.onLook(params.course_id, request.headers)
      return answer
    },
    { query: courseOwnershipQuery },
  )

  serve(catalogue.listTranscripts, ({ params }) => listTranscripts(deps, params.course_id))

  serve(catalogue.getDemo, () => describeDemo(deps))

  serve(catalogue.removeDemo, async ({ audit }) => {
    await hideDemo(deps, audit)
    return describeDemo(deps)
  })

  serve(catalogue.restoreDemo, async ({ audit }) => {
    await restoreDemo(deps, audit)
    return describeDemo(deps)
  })

  mediaRoutes(deps.app, deps)
  attachmentRoutes(deps.app, deps)
  filmRoutes(deps.app, deps)
}
