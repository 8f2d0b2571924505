import type * as z from 'zod'
import type { Endpoint } from '../http/endpoint.ts'

export interface OfferedCourse {
  id: string
  title: string
  description: string
  price: number
  thumbnail?: string | null | undefined
}

/** The part of the course list that the start page shows: marketing stands beside the catalogue. */
export type ListOfferedCourses = Endpoint<
  'GET /courses',
  { summary: string; access: 'anyone'; answer: z.ZodType<OfferedCourse[], OfferedCourse[]> }
>
