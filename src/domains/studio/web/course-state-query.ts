import { queryOptions } from '@tanstack/react-query'
import { readSession } from '../../../ui/session.ts'
import { type Draft, unsavedSince } from './editor/open-draft.ts'
import { fetchDraft, studioKey } from './queries.ts'

/**
 * How a course stands: its state, what is scheduled, the revision of its draft, and since when this
 * browser has changes that are not in it (null: it has none).
 */
export function courseStateQuery(courseId: string) {
  return queryOptions({
    queryKey: [...studioKey, 'standing', courseId],
    queryFn: async () => {
      const draft = await fetchDraft(courseId)
      const { course, ...standing } = draft
      return { ...standing, title: course.title, unsavedSince: findUnsaved(courseId, draft) }
    },
    staleTime: 0,
    // Another tab may be saving them.
    refetchInterval: ({ state: { data } }) => (data?.unsavedSince ? askedEveryInMs : false),
  })
}

const askedEveryInMs = 3000

function findUnsaved(courseId: string, draft: Draft): string | null {
  const personId = readSession()?.user.id ?? ''
  return unsavedSince({ personId, courseId }, draft)
}
