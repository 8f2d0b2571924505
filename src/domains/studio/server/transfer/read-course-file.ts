import * as z from 'zod'
import { ProblemError } from '../../../../http/problem.ts'
import { msg } from '../../../../shared/i18n/translate.ts'
import { type ModuleDraft, moduleDraft } from '../../course-input.ts'
import { type CourseFile, courseFile, type SentCourseFile } from '../../transfer/course-file.ts'
import { findExcess } from './find-excess.ts'

interface Fault {
  path: string
  message: string
}

/** So many are told: who has more has another file than a course. */
const faultsAtMost = 100

const sentCourse = z.looseObject(
  { modules: z.array(z.unknown()).max(100, msg('A course has at most 100 modules.')).default([]) },
  msg('Course must be an object.'),
)

/** Refused with `invalid_input` and the path of each fault, at most a hundred of them. */
export function readCourseFile(sent: SentCourseFile): CourseFile {
  const excess = findExcess(sent)
  if (excess) throw refuse([excess])
  const { modules, ...course } = take(sentCourse.safeParse(sent['course']), 'course')
  const file = take(courseFile.safeParse({ ...sent, course }))
  return { ...file, course: { ...file.course, modules: readModules(modules) } }
}

/** One after the other, so that a file full of faults is given up early. */
function readModules(sent: unknown[]): ModuleDraft[] {
  const modules: ModuleDraft[] = []
  const faults: Fault[] = []
  for (const [at, module] of sent.entries()) {
    const read = moduleDraft.safeParse(module)
    if (read.success) modules.push(read.data)
    else faults.push(...describeIssues(read.error, `course.modules.${at}`))
    if (faults.length >= faultsAtMost) break
  }
  if (faults.length > 0) throw refuse(faults.slice(0, faultsAtMost))
  return modules
}

function take<T>(read: z.ZodSafeParseResult<T>, below = ''): T {
  if (read.success) return read.data
  throw refuse(describeIssues(read.error, below))
}

function describeIssues({ issues }: z.ZodError, below: string): Fault[] {
  return issues.slice(0, faultsAtMost).map(({ path, message }) => ({
    path: [below, ...path].filter((part) => part !== '').join('.'),
    message,
  }))
}

function refuse(errors: Fault[]): ProblemError {
  const [first] = errors
  return new ProblemError('invalid_input', { errors, ...(first && { detail: first.message }) })
}
