import {
  type EditedCourse,
  type EditedLesson,
  type EditedModule,
  emptyLesson,
  emptyModule,
  findLesson,
  type Part,
} from './edited-course.ts'

export type Details = Omit<EditedCourse, 'modules'>
export type ModuleTexts = Pick<EditedModule, 'title' | 'description'>
export type LessonFields = Omit<EditedLesson, 'id'>

/** One change to a course. Places are counted from 0, among what is there without the moved thing. */
export type Edit =
  | { type: 'set-details'; values: Partial<Details> }
  | { type: 'set-module'; id: string; values: Partial<ModuleTexts> }
  | { type: 'set-lesson'; id: string; values: Partial<LessonFields> }
  | { type: 'add-module'; id: string }
  | { type: 'add-lesson'; id: string; moduleId: string; values?: Partial<LessonFields> }
  | { type: 'remove-module'; id: string }
  | { type: 'remove-lesson'; id: string }
  | { type: 'move-module'; id: string; to: number }
  | { type: 'move-lesson'; id: string; moduleId: string; to: number }
  | { type: 'replace'; course: EditedCourse }

/** The changed course, sharing all that stayed. The same object if nothing changes. */
export function editCourse(course: EditedCourse, edit: Edit): EditedCourse {
  const { modules } = course
  switch (edit.type) {
    case 'replace':
      return edit.course
    case 'set-details':
      return assign<EditedCourse>(course, edit.values)
    case 'set-module':
      return withModules(course, replaceById<EditedModule>(modules, edit.id, edit.values))
    case 'set-lesson':
      return setLesson(course, edit.id, edit.values)
    case 'add-module':
      return { ...course, modules: [...modules, emptyModule(edit.id)] }
    case 'add-lesson':
      return changeModule(course, edit.moduleId, (module) => ({
        ...module,
        videos: [...module.videos, { ...emptyLesson(edit.id), ...edit.values }],
      }))
    case 'remove-module':
      return withModules(course, without(modules, edit.id))
    case 'remove-lesson':
      return removeLesson(course, edit.id)
    case 'move-module':
      return withModules(course, moveById(modules, edit.id, edit.to))
    case 'move-lesson':
      return moveLesson(course, edit)
  }
}

/** The panel that shows the change. Null: the outline does. */
export function partOf(edit: Edit): Part | null {
  switch (edit.type) {
    case 'set-details':
      return { kind: 'details' }
    case 'set-module':
    case 'add-module':
    case 'remove-module':
      return { kind: 'module', id: edit.id }
    case 'set-lesson':
    case 'add-lesson':
    case 'remove-lesson':
      return { kind: 'lesson', id: edit.id }
    default:
      return null
  }
}

function setLesson(course: EditedCourse, id: string, values: Partial<LessonFields>): EditedCourse {
  const found = findLesson(course, id)
  if (!found) return course
  return changeModule(course, found.module.id, (module) => {
    const videos = replaceById<EditedLesson>(module.videos, id, values)
    return videos === module.videos ? module : { ...module, videos }
  })
}

function removeLesson(course: EditedCourse, id: string): EditedCourse {
  const found = findLesson(course, id)
  if (!found) return course
  return changeModule(course, found.module.id, (module) => ({
    ...module,
    videos: without(module.videos, id),
  }))
}

function moveLesson(
  course: EditedCourse,
  { id, moduleId, to }: { id: string; moduleId: string; to: number },
): EditedCourse {
  const found = findLesson(course, id)
  if (!found || !course.modules.some((module) => module.id === moduleId)) return course
  if (found.module.id === moduleId) {
    return changeModule(course, moduleId, (module) => {
      const videos = moveById(module.videos, id, to)
      return videos === module.videos ? module : { ...module, videos }
    })
  }
  return changeModule(removeLesson(course, id), moduleId, (module) => ({
    ...module,
    videos: insert(module.videos, found.lesson, to),
  }))
}

function changeModule(
  course: EditedCourse,
  id: string,
  change: (module: EditedModule) => EditedModule,
): EditedCourse {
  let isChanged = false
  const modules = course.modules.map((module) => {
    if (module.id !== id) return module
    const changed = change(module)
    isChanged ||= changed !== module
    return changed
  })
  return isChanged ? { ...course, modules } : course
}

function withModules(course: EditedCourse, modules: readonly EditedModule[]): EditedCourse {
  return modules === course.modules ? course : { ...course, modules }
}

function assign<T extends object>(known: T, values: Partial<T>): T {
  const isChanged = Object.entries(values).some(
    ([name, value]) => !Object.is(known[name as keyof T], value), // the names of a Partial<T>
  )
  return isChanged ? { ...known, ...values } : known
}

function replaceById<T extends { id: string }>(
  list: readonly T[],
  id: string,
  values: Partial<T>,
): readonly T[] {
  const changed = list.map((one) => (one.id === id ? assign(one, values) : one))
  return changed.some((one, at) => one !== list[at]) ? changed : list
}

function without<T extends { id: string }>(list: readonly T[], id: string): readonly T[] {
  return list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list
}

function moveById<T extends { id: string }>(
  list: readonly T[],
  id: string,
  to: number,
): readonly T[] {
  const from = list.findIndex((one) => one.id === id)
  const moved = list[from]
  if (!moved) return list
  const result = insert(without(list, id), moved, to)
  return result[from] === moved ? list : result
}

function insert<T>(list: readonly T[], one: T, at: number): readonly T[] {
  const place = Math.min(Math.max(at, 0), list.length)
  return [...list.slice(0, place), one, ...list.slice(place)]
}
