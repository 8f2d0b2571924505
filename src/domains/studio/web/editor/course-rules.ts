import type { ContentRules } from '../../../../ui/drafting/content-rules.ts'
import type { EditorStore } from '../../../../ui/drafting/editor-store.ts'
import { newId } from '../../../../ui/drafting/new-id.ts'
import { courseDraft } from '../../course-input.ts'
import { checkCourse, describeCourse, locateErrors, withoutEmptyRows } from './check-course.ts'
import { type Edit, editCourse, partOf } from './edit-course.ts'
import {
  detailsPart,
  type EditedCourse,
  type EditedModule,
  type Part,
  withIds,
} from './edited-course.ts'

export type CourseStore = EditorStore<EditedCourse, Edit, Part>

export const courseRules: ContentRules<EditedCourse, Edit, Part> = {
  edit: editCourse,
  replace: (course) => ({ type: 'replace', course }),
  partOf,
  visible: visiblePart,
  check: checkCourse,
  locate: locateErrors,
  trim: withoutEmptyRows,
  describe: describeCourse,
  write: writeCourse,
  parse: parseCourse,
}

/** A part that is not there any more has no panel. */
function visiblePart(part: Part, course: EditedCourse): Part {
  if (part.kind === 'details') return part
  const isThere = course.modules.some(({ id, videos }) =>
    part.kind === 'module' ? id === part.id : videos.some((lesson) => lesson.id === part.id),
  )
  return isThere ? part : detailsPart
}

const written = new WeakMap<EditedModule, string>()

/** As JSON, of which the modules that stayed are not written anew: there may be half a megabyte. */
function writeCourse({ modules, ...details }: EditedCourse): string {
  const parts = modules.map((module) => {
    const known = written.get(module) ?? JSON.stringify(module)
    written.set(module, known)
    return known
  })
  return `${JSON.stringify({ ...details, modules: [] }).slice(0, -2)}${parts.join(',')}]}`
}

/** Its form must be right, its content need not: what is written may still be refused. */
function parseCourse(value: unknown): EditedCourse | null {
  const parsed = courseDraft.safeParse(value)
  if (parsed.success) return withIds(parsed.data, newId)
  const isFormWrong = parsed.error.issues.some(({ code }) => code === 'invalid_type')
  if (isFormWrong || typeof value !== 'object' || value === null) return null
  return value as EditedCourse // of the right types throughout, as the schema has just said
}
