import { useValidationMessages } from '../../../../http/validation-messages.ts'
import type { FieldError } from '../../../../ui/drafting/content-rules.ts'
import { courseDraft, modulesAtMost } from '../../course-input.ts'
import { detailsPart, type EditedCourse, type EditedModule, type Part } from './edited-course.ts'

useValidationMessages()

type CourseError = FieldError<Part>

/** Rows that are still empty are no part of the course. */
export function withoutEmptyRows(course: EditedCourse): EditedCourse {
  const lines = (list: string[]) => keepAll(list, isFilledLine)
  return {
    ...course,
    outcomes: lines(course.outcomes),
    audience: lines(course.audience),
    requirements: lines(course.requirements),
    teachers: keepAll(course.teachers, isFilledRow),
    questions: keepAll(course.questions, isFilledRow),
    modules: course.modules.map(withoutEmptyLinks),
  }
}

/** The same module if none is empty: what is known of it stays known. */
function withoutEmptyLinks(module: EditedModule): EditedModule {
  if (module.videos.every(({ links }) => links.every(isFilledRow))) return module
  const videos = module.videos.map((lesson) => ({
    ...lesson,
    links: keepAll(lesson.links, isFilledRow),
  }))
  return { ...module, videos }
}

/** Modules in which nothing is wrong. They never change, so each is looked at once. */
const flawless = new WeakSet<EditedModule>()

/** What the server would refuse, by the same schema and in the same words. */
export function checkCourse(course: EditedCourse): CourseError[] {
  const sent = withoutEmptyRows(course)
  // The number of modules is a rule too, which only the whole can break.
  const isWhole = sent.modules.length > modulesAtMost
  const looked = [...sent.modules.entries()].filter(([, one]) => isWhole || !flawless.has(one))
  const checked = courseDraft.safeParse({ ...sent, modules: looked.map(([, module]) => module) })
  const issues = checked.error?.issues ?? []
  const flawed = new Set(issues.map(({ path }) => (path[0] === 'modules' ? path[1] : undefined)))
  for (const [place, [, module]] of looked.entries()) {
    if (!flawed.has(place)) flawless.add(module)
  }
  const errors = issues.map(({ path, message }) => {
    const [list, place, ...rest] = path
    const isModule = list === 'modules' && typeof place === 'number'
    const at = isModule ? [list, looked[place]?.[0] ?? place, ...rest] : path
    return { path: at.join('.'), message }
  })
  return locateErrors(course, errors)
}

/** Finds the fields that the paths of a refused save mean; `course` is what was to be saved. */
export function locateErrors(
  course: EditedCourse,
  errors: readonly { path: string; message: string }[],
): CourseError[] {
  const located = errors.map(({ path, message }) => ({
    ...locate(course, path.replace(/^course(\.|$)/, '')),
    message,
  }))
  const seen = new Set<string>()
  return located.filter(({ part, field }) => {
    const key = `${JSON.stringify(part)}${field}`
    return !seen.has(key) && seen.add(key)
  })
}

function locate(course: EditedCourse, path: string): { part: Part; field: string } {
  const inLesson = /^modules\.(\d+)\.videos\.(\d+)\.(.+)$/.exec(path)
  if (inLesson) {
    const lesson = course.modules[Number(inLesson[1])]?.videos[Number(inLesson[2])]
    const field = inLesson[3] ?? ''
    if (lesson)
      return {
        part: { kind: 'lesson', id: lesson.id },
        field: atRow(field, { links: lesson.links }),
      }
  }
  const inModule = /^modules\.(\d+)\.(.+)$/.exec(path)
  const module = course.modules[Number(inModule?.[1])]
  if (module) return { part: { kind: 'module', id: module.id }, field: inModule?.[2] ?? '' }
  const { teachers, questions } = course
  const field = /^(outcomes|audience|requirements)\b/.exec(path)?.[0]
  return { part: detailsPart, field: field ?? atRow(path, { teachers, questions }) }
}

/** Empty rows are not sent, so the third row that is sent may be the fourth on the screen. */
function atRow(field: string, lists: Record<string, readonly object[]>): string {
  const [list = '', at = '', ...rest] = field.split('.')
  const rows = lists[list]
  if (!rows || at === '') return field
  const filled = rows.flatMap((row, place) => (isFilledRow(row) ? [place] : []))
  return [list, filled[Number(at)] ?? at, ...rest].join('.')
}

function isFilledRow(row: object): boolean {
  return Object.values(row).some((value) => typeof value === 'string' && value.trim() !== '')
}

function isFilledLine(line: string): boolean {
  return line.trim() !== ''
}

/** The same list if nothing goes, as most have nothing to lose. */
function keepAll<T>(list: T[], isKept: (one: T) => boolean): T[] {
  return list.every(isKept) ? list : list.filter(isKept)
}

const described = new WeakMap<EditedModule, string>()

/** One text for all courses that are the same once the server has trimmed them. */
export function describeCourse(course: EditedCourse): string {
  const { modules, ...details } = course
  const parts = modules.map((module) => {
    const known = described.get(module) ?? describe({ modules: [module] })
    described.set(module, known)
    return known
  })
  return [describe(details), ...parts].join('\n')
}

function describe(part: object): string {
  const checked = courseDraft.safeParse(part)
  return JSON.stringify(checked.success ? checked.data : part)
}
