import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import type { listMyCourses } from '../contract.ts'

export type MyCourse = ResponseOf<typeof listMyCourses>[number]

/** The signed-in person's courses with their progress, newest first. */
export const myCoursesQuery = queryOptions({
  queryKey: ['my-courses'],
  queryFn: () => call<typeof listMyCourses>('GET /my-courses', {}),
})
