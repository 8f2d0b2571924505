import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Course } from '../../catalogue/contract.ts'
import { courseIdFor, createCourse } from '../../catalogue/server/create-course.ts'
import { describeCourse, readCourse } from '../../catalogue/server/read-courses.ts'
import { courseDraft, listMissing } from '../../studio/course-input.ts'
import { columnsOf } from '../../studio/server/course-columns.ts'
import { createDraft } from '../../studio/server/create-draft.ts'
import { listMissingFiles } from '../../studio/server/list-missing-files.ts'
import { readDraft } from '../../studio/server/read-draft.ts'
import type * as admin from '../contract.ts'

type Input = BodyOf<typeof admin.createCourse>

/** Creates a course as filled in by an administrator; resolves to it with the links as typed. */
export async function putCourseOnSale(db: Database, input: Input, by: string): Promise<Course> {
  if (input.state === 'draft') return createAsDraft(db, input, by)
  const errors = [...listMissing(courseDraft.parse(input)), ...(await listMissingFiles(db, input))]
  if (errors[0]) throw new ProblemError('invalid_input', { errors, detail: errors[0].message })
  const id = courseIdFor(input.title)
  await createCourse(db, {
    ...columnsOf(input),
    id,
    state: input.state,
    modules: input.modules.map((module) => ({
      ...module,
      videos: module.videos.map(({ is_preview: isPreview, ...video }) => ({ ...video, isPreview })),
    })),
  })
  const stored = await readCourse(db, id)
  if (!stored) throw new Error('The course was deleted while it was made')
  return stored.course
}

async function createAsDraft(db: Database, input: Input, by: string): Promise<Course> {
  const { id } = await createDraft(db, courseDraft.parse(input), by)
  const { course } = await readDraft(db, id)
  const modules = course.modules.map(({ id = '', ...module }) => ({
    ...module,
    id,
    videos: module.videos.map(({ id = '', title, url, duration }) => ({
      id,
      title,
      url,
      duration,
    })),
  }))
  return describeCourse({ ...columnsOf(input), id }, modules)
}
