import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pathOf } from '../http/endpoint.ts'
import type { ReadyAnswers } from '../http/pages/ready-answers.ts'
import { sendReady } from '../http/pages/send-packed.ts'
import { ReadyJson, type Serve } from '../http/serve.ts'
import type { DataVersion } from '../platform/database/data-version.ts'
import type { Database } from '../platform/database/database.ts'
import { getCourse as getCourseEndpoint, listCourses as listCoursesEndpoint } from './contract.ts'
import { courseOwnership, createGetCourse } from './get-course.ts'
import { createListCourses } from './list-courses.ts'
import { mediaRoutes } from './media-routes.ts'

export interface CatalogueDependencies {
  db: Database
  pool: pg.Pool
  dataVersion: Pick<DataVersion, 'current'>
  /** Hears of the course list, which everybody asks for. */
  ready: Pick<ReadyAnswers, 'add'>
  /** Signs links to our own video files. */
  mediaKey: string
  app: FastifyInstance
}

const listUrl = pathOf(listCoursesEndpoint.route)

export function catalogueRoutes(serve: Serve, deps: CatalogueDependencies): void {
  const listCourses = createListCourses(deps.db, deps.dataVersion)
  const getCourse = createGetCourse(deps)

  serve(listCoursesEndpoint, async ({ request, reply }) =>
    sendReady(request, reply, await listCourses.read()),
  )
  deps.ready.add(({ url }) => (url === listUrl ? listCourses.findKept() : undefined))

  serve(getCourseEndpoint, async ({ params, findCurrentUserAnd }) => {
    const known = await findCurrentUserAnd(courseOwnership)
    const viewer = {
      learnerId: known?.caller.learnerId ?? null,
      isOwner: known?.found === true,
      isAdmin: known?.caller.isAdmin === true,
    }
    return new ReadyJson(await getCourse(viewer, params.course_id))
  })

  mediaRoutes(deps.app, deps)
}
