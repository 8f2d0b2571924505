import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { savesSettled } from '../../../ui/drafting/saves-under-way.ts'
import { query } from '../../../ui/query.ts'
import type { Course, CourseState } from '../../catalogue/contract.ts'
import type { getDraft, listAllCourses } from '../contract.ts'

/** Asked anew each time the editor opens, and never behind the back of who is writing. */
export const draftQuery = (courseId: string) =>
  query(['admin', 'draft', courseId], () => fetchDraft(courseId), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Everything about courses as administrators see them: what a publication makes stale. */
export const studioKey = ['studio']

type ListedCourse = ResponseOf<typeof listAllCourses>[number]

/** The specification's list for administrators is the public one: of courses on sale, with their modules. */
function fillInListed(course: ListedCourse & Partial<Pick<Course, 'modules'>>): ListedCourse {
  const unsaid = {
    state: 'on_sale' as const,
    module_count: course.modules?.length ?? 0,
    has_unpublished_changes: false,
    publish_at: null,
  }
  return { ...unsaid, ...course }
}

/** Every course that was not deleted, drafts too. */
export const allCoursesQuery = query([...studioKey, 'courses'], async () => {
  await savesSettled()
  return (await call('GET /admin/courses', {})).map(fillInListed)
})

/** The draft, with all that this page has sent of it. */
export async function fetchDraft(courseId: string): Promise<ResponseOf<typeof getDraft>> {
  await savesSettled()
  return call('GET /admin/courses/:id/draft', { params: { id: courseId } })
}

export const publicationsQuery = (courseId: string) =>
  query([...studioKey, 'publications', courseId], () =>
    call('GET /admin/courses/:id/publications', {
      params: { id: courseId },
    }),
  )

/** The draft in the form of a public course. Asked anew each time: somebody may be writing it. */
export function previewQuery(courseId: string, revision: number | undefined) {
  return queryOptions({
    queryKey: [...studioKey, 'preview', courseId, revision],
    enabled: revision !== undefined,
    queryFn: () => call('GET /admin/courses/:id/preview', { params: { id: courseId } }),
    staleTime: 0,
    // A film that plays must not lose its link by a look at another window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** A course with its outline: as published, or as drafted where nothing is published yet. */
export function outlineQuery({ id, state }: { id: string; state: CourseState }) {
  return query([...studioKey, 'outline', id, state], async (): Promise<Course> => {
    const course =
      state === 'draft'
        ? await call('GET /admin/courses/:id/preview', { params: { id } })
        : await call('GET /courses/:course_id', { params: { course_id: id } })
    const { fillInCourse } = await import('../../catalogue/web/fill-in-course.ts')
    return fillInCourse(course)
  })
}
