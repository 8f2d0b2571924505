import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BodyOf, QueryOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import type { LessonOf } from '../../quizzes/web/queries.ts'
import type {
  AssignmentState,
  answerSubmission,
  countWaitingSubmissions,
  getAssignment,
  handIn,
  listAssignments,
  listMyAssignments,
  listSubmissions,
  OpenedSubmission,
  openSubmission,
} from '../contract.ts'

/** All that handing in and answering make stale. */
export const assignmentsKey = ['assignments']

export function assignmentsQuery(courseId: string) {
  return queryOptions({
    queryKey: [...assignmentsKey, 'of course', courseId],
    queryFn: () =>
      call<typeof listAssignments>('GET /courses/:course_id/assignments', {
        params: { course_id: courseId },
      }),
  })
}

export function assignmentQuery({ courseId, videoId }: LessonOf) {
  return infiniteQueryOptions({
    queryKey: [...assignmentsKey, 'one', courseId, videoId],
    queryFn: ({ pageParam: cursor }) =>
      call<typeof getAssignment>('GET /courses/:course_id/videos/:video_id/assignment', {
        params: { course_id: courseId, video_id: videoId },
        query: { cursor },
      }),
    initialPageParam: undefined as string | undefined, // the first page begins nowhere
    getNextPageParam: ({ next_cursor: next }) => next,
  })
}

export function requestHandIn(
  { courseId, videoId }: LessonOf,
  body: BodyOf<typeof handIn>,
): Promise<AssignmentState> {
  return call<typeof handIn>('POST /courses/:course_id/videos/:video_id/assignment/submissions', {
    params: { course_id: courseId, video_id: videoId },
    body,
  })
}

export const myAssignmentsQuery = infiniteQueryOptions({
  queryKey: [...assignmentsKey, 'mine'],
  queryFn: ({ pageParam: cursor }) =>
    call<typeof listMyAssignments>('GET /my-assignments', { query: { cursor } }),
  initialPageParam: undefined as string | undefined, // the first page begins nowhere
  getNextPageParam: ({ next_cursor: next }) => next,
})

export type SubmissionsFilter = NonNullable<QueryOf<typeof listSubmissions>['filter']>

export const submissionsQuery = (filter: SubmissionsFilter) =>
  infiniteQueryOptions({
    queryKey: [...assignmentsKey, 'office', filter],
    queryFn: ({ pageParam: cursor }) =>
      call<typeof listSubmissions>('GET /admin/submissions', { query: { filter, cursor } }),
    initialPageParam: undefined as string | undefined, // the first page begins nowhere
    getNextPageParam: ({ next_cursor: next }) => next,
  })

export const waitingSubmissionsQuery = queryOptions({
  queryKey: [...assignmentsKey, 'waiting'],
  queryFn: () => call<typeof countWaitingSubmissions>('GET /admin/submissions-waiting', {}),
})

export const submissionQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...assignmentsKey, 'opened', id],
    queryFn: ({ pageParam: cursor }) =>
      call<typeof openSubmission>('GET /admin/submissions/:id', {
        params: { id },
        query: { cursor },
      }),
    initialPageParam: undefined as string | undefined, // the first page begins nowhere
    getNextPageParam: ({ next_cursor: next }) => next,
  })

export function requestAnswer(
  id: string,
  body: BodyOf<typeof answerSubmission>,
): Promise<OpenedSubmission> {
  return call<typeof answerSubmission>('POST /admin/submissions/:id/answers', {
    params: { id },
    body,
  })
}
