import type { BodyOf, QueryOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { LessonOf } from '../../quizzes/web/queries.ts'
import type { AssignmentState, handIn, listSubmissions } from '../contract.ts'

/** All that handing in and answering make stale. */
export const assignmentsKey = ['assignments']

export const assignmentsQuery = (courseId: string) =>
  query([...assignmentsKey, 'of course', courseId], () =>
    call('GET /courses/:course_id/assignments', { params: { course_id: courseId } }),
  )

export const assignmentQuery = ({ courseId, videoId }: LessonOf) =>
  pages([...assignmentsKey, 'one', courseId, videoId], (cursor) =>
    call('GET /courses/:course_id/videos/:video_id/assignment', {
      params: { course_id: courseId, video_id: videoId },
      query: { cursor },
    }),
  )

export function requestHandIn(
  { courseId, videoId }: LessonOf,
  body: BodyOf<typeof handIn>,
): Promise<AssignmentState> {
  return call('POST /courses/:course_id/videos/:video_id/assignment/submissions', {
    params: { course_id: courseId, video_id: videoId },
    body,
  })
}

export const myAssignmentsQuery = pages([...assignmentsKey, 'mine'], (cursor) =>
  call('GET /my-assignments', { query: { cursor } }),
)

export type SubmissionsFilter = NonNullable<QueryOf<typeof listSubmissions>['filter']>

export const submissionsQuery = (filter: SubmissionsFilter) =>
  pages([...assignmentsKey, 'office', filter], (cursor) =>
    call('GET /admin/submissions', { query: { filter, cursor } }),
  )

export const waitingSubmissionsQuery = query([...assignmentsKey, 'waiting'], () =>
  call('GET /admin/submissions-waiting', {}),
)

export const submissionQuery = (id: string) =>
  pages([...assignmentsKey, 'opened', id], (cursor) =>
    call('GET /admin/submissions/:id', {
      params: { id },
      query: { cursor },
    }),
  )
