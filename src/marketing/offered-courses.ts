import type * as z from 'zod'
import type { Endpoint } from '../http/endpoint.ts'

export interface OfferedCourse {
  id: string
  title: string
  summary?: string | undefined
  price: number
  thumbnail?: string | null | undefined
  /** Where a lesson of it can be seen without paying; null if there is none. */
  freeLessonPath: string | null
}

interface ListedCourse extends Omit<OfferedCourse, 'freeLessonPath'> {
  modules: readonly { videos: readonly { id: string; is_preview?: true | undefined }[] }[]
}

/** The part of the course list that the start page shows: marketing stands beside the catalogue. */
export type ListOfferedCourses = Endpoint<
  'GET /courses',
  { summary: string; access: 'anyone'; answer: z.ZodType<ListedCourse[], ListedCourse[]> }
>
