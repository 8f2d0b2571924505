import { queryOptions } from '@tanstack/react-query'
import { call } from '../ui/call.ts'
import type { listCourses } from './contract.ts'

/** Every course on sale, with its outline. */
export const coursesQuery = queryOptions({
  queryKey: ['courses'],
  queryFn: () => call<typeof listCourses>('GET /courses', {}),
})
