import { t } from '../../../../shared/i18n/translate.ts'
import type { Edit } from './edit-course.ts'
import { type EditedCourse, findLesson, nameOf } from './edited-course.ts'

/** What is moved in the outline. */
export interface Moved {
  kind: 'module' | 'lesson'
  id: string
}

/** Where it is let go; `moduleId` is of no meaning for a module. Places are counted from 0, without it. */
export interface Place {
  moduleId: string
  to: number
}

export function moveTo(moved: Moved, { moduleId, to }: Place): Edit {
  return moved.kind === 'module'
    ? { type: 'move-module', id: moved.id, to }
    : { type: 'move-lesson', id: moved.id, moduleId, to }
}

/** One place up or down; a lesson goes on into the neighbouring module. Null: it is at the end. */
export function stepFrom(course: EditedCourse, moved: Moved, by: -1 | 1): Place | null {
  const { modules } = course
  if (moved.kind === 'module') {
    const to = modules.findIndex(({ id }) => id === moved.id) + by
    return to < 0 || to >= modules.length ? null : { moduleId: moved.id, to }
  }
  const found = findLesson(course, moved.id)
  if (!found) return null
  const to = found.at + by
  if (to >= 0 && to < found.module.videos.length) return { moduleId: found.module.id, to }
  const neighbour = modules[found.moduleAt + by]
  return neighbour ? { moduleId: neighbour.id, to: by === 1 ? 0 : neighbour.videos.length } : null
}

/** Where it is now, as a sentence for screen readers. */
export function placeNotice(course: EditedCourse, moved: Moved): string {
  if (moved.kind === 'module') {
    const at = course.modules.findIndex(({ id }) => id === moved.id)
    const module = course.modules[at]
    if (!module) return ''
    return t('Module “{module}” moved to place {number} of {count}.', {
      module: nameOf(module, 'module'),
      number: at + 1,
      count: course.modules.length,
    })
  }
  const found = findLesson(course, moved.id)
  if (!found) return ''
  const [lesson, module] = [nameOf(found.lesson, 'lesson'), nameOf(found.module, 'module')]
  return t('Lesson “{lesson}” moved to place {number} of Module “{module}”.', {
    lesson,
    number: found.at + 1,
    module,
  })
}
