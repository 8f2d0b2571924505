import * as z from 'zod'
import { endpoint } from '../http/endpoint.ts'

export const video = z
  .object({
    id: z.string(),
    title: z.string(),
    duration: z.string().describe("Free text such as '15 min'; empty if not given."),
    url: z.string().optional().describe('Sent to owners and administrators only.'),
  })
  .meta({ id: 'Video' })

export const courseModule = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    videos: z.array(video),
  })
  .meta({ id: 'Module' })

const courseFields = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.number().describe('Rupees.'),
  thumbnail: z.string().nullable(),
}

export const course = z
  .object({ ...courseFields, modules: z.array(courseModule) })
  .meta({ id: 'Course' })

export type Course = z.infer<typeof course>

export const courseParams = z.object({ course_id: z.string().min(1).max(200) })

export const listCourses = endpoint('GET /courses', {
  summary: 'Every course on sale, oldest first, with outlines and without video links',
  access: 'anyone',
  answer: z.array(course),
})

export const getCourse = endpoint('GET /courses/:course_id', {
  summary: 'One course; an owner or an administrator also gets the video links',
  access: 'anyone',
  params: courseParams,
  answer: course.extend({ owned: z.boolean() }),
  problems: ['course_not_found'],
})
