import type { QueryOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { listQuestionsForStaff } from '../contract.ts'

/** All that asking, answering and hiding make stale. */
export const questionsKey = ['questions']

export interface Listed {
  courseId: string
  /** Left out: of the whole course. */
  videoId?: string | undefined
  isOwn?: boolean
}

export const questionsQuery = ({ courseId, videoId, isOwn = false }: Listed) =>
  pages([...questionsKey, 'of course', courseId, videoId, isOwn], (cursor) =>
    call('GET /courses/:course_id/questions', {
      params: { course_id: courseId },
      query: { cursor, video_id: videoId, own: isOwn ? 'true' : undefined },
    }),
  )

export const similarQuestionsQuery = (courseId: string, title: string) =>
  query(
    [...questionsKey, 'similar', courseId, title],
    () =>
      call('GET /courses/:course_id/questions', {
        params: { course_id: courseId },
        query: { similar_to: title },
      }),
    { enabled: title.length >= 4 },
  )

export const questionQuery = (id: string) =>
  pages([...questionsKey, 'one', id], (cursor) =>
    call('GET /questions/:id', { params: { id }, query: { cursor } }),
  )

interface Named {
  questionId: string
  /** Null: the question itself. */
  answerId: string | null
}

/** A title is one of a question. */
export function requestChange(
  { questionId: id, answerId }: Named,
  { title = '', body }: { title?: string; body: string },
): Promise<unknown> {
  if (answerId === null) {
    const input = { params: { id }, body: { title, body } }
    return call('PUT /questions/:id', input)
  }
  return call('PUT /questions/:id/answers/:answer_id', {
    params: { id, answer_id: answerId },
    body: { body },
  })
}

export function requestRemoval({ questionId: id, answerId }: Named): Promise<unknown> {
  if (answerId === null) {
    return call('DELETE /questions/:id', { params: { id } })
  }
  return call('DELETE /questions/:id/answers/:answer_id', { params: { id, answer_id: answerId } })
}

export const discussionMailsQuery = query(['discussion-mails'], () =>
  call('GET /my-account/discussion-mails', {}),
)

export type QuestionsFilter = NonNullable<QueryOf<typeof listQuestionsForStaff>['filter']>

export const listedQuestionsQuery = (filter: QuestionsFilter) =>
  pages([...questionsKey, 'office', filter], (cursor) =>
    call('GET /admin/questions', { query: { filter, cursor } }),
  )

export const waitingQuestionsQuery = query([...questionsKey, 'waiting'], () =>
  call('GET /admin/questions-waiting', {}),
)

export const blocksQuery = query([...questionsKey, 'blocks'], () =>
  call('GET /admin/discussion-blocks', {}),
)
