import type { Course } from '../catalogue/contract.ts'
import { courseIdFor, createCourse } from '../catalogue/create-course.ts'
import { readCourse } from '../catalogue/read-courses.ts'
import type { BodyOf } from '../http/endpoint.ts'
import type { Database } from '../platform/database/database.ts'
import type { createCourse as createCourseEndpoint } from './contract.ts'

/** Creates a course as filled in by an administrator; resolves to it with the links as typed. */
export async function putCourseOnSale(
  db: Database,
  input: BodyOf<typeof createCourseEndpoint>,
): Promise<Course> {
  const id = courseIdFor(input.title)
  await createCourse(db, {
    id,
    title: input.title,
    description: input.description,
    priceInPaise: input.price * 100,
    thumbnail: input.thumbnail || null, // an empty field means none
    modules: input.modules,
  })
  const stored = await readCourse(db, id)
  if (!stored) throw new Error('The course was deleted while it was made')
  return stored.course
}
