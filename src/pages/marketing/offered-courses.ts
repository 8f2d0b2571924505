import type * as z from 'zod'
import type { Endpoint } from '../../http/endpoint.ts'

export interface OfferedCourse {
  id: string
  title: string
  summary?: string | undefined
  /** Rupees: what is paid now. */
  price: number
  /** What it costs without the launch price that runs. */
  formerPrice?: number
  thumbnail?: string | null | undefined
  /** Where a lesson of it can be seen without paying; null if there is none. */
  freeLessonPath: string | null
}

interface ListedCourse extends Omit<OfferedCourse, 'freeLessonPath' | 'formerPrice'> {
  launch_price?: { price: number } | undefined
  modules: readonly { videos: readonly { id: string; is_preview?: true | undefined }[] }[]
}

/** The part of the course list that the start page shows: marketing stands beside the catalogue. */
export type ListOfferedCourses = Endpoint<
  'GET /courses',
  { summary: string; access: 'anyone'; answer: z.ZodType<ListedCourse[], ListedCourse[]> }
>
