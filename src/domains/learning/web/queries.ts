import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { listMyCourses } from '../contract.ts'

export type MyCourse = ResponseOf<typeof listMyCourses>[number]

/** The signed-in person's courses with their progress, newest first. */
export const myCoursesQuery = query(['my-courses'], fetchMyCourses)

export async function fetchMyCourses(): Promise<MyCourse[]> {
  const courses: (MyCourse | string)[] = await call('GET /my-courses', {})
  return courses.map(fillIn)
}

const unsaid = { description: '', thumbnail: null, progress: 0, completed: false }

/** The specification lets them be ids alone: then a course goes by its id. */
function fillIn(course: MyCourse | string): MyCourse {
  return typeof course === 'string'
    ? { ...unsaid, id: course, title: course }
    : { ...unsaid, ...course }
}
