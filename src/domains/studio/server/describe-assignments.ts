import { isDeepStrictEqual } from 'node:util'
import type { Assignment } from '../../assignments/assignment.ts'
import type { Change } from '../contract.ts'
import type { CourseDraft } from '../course-input.ts'

type Assignments = ReadonlyMap<string, Assignment>

/** Those of a draft, by their lessons. */
export function listAssignments({ modules }: CourseDraft): Map<string, Assignment> {
  const lessons = modules.flatMap(({ videos }) => videos)
  return new Map(
    lessons.flatMap(({ id = '', assignment }) => (assignment ? [[id, assignment]] : [])),
  )
}

/** What changes of the assignments of lessons that are in the course. */
export function describeAssignments(
  before: Assignments,
  after: Assignments,
  lessons: readonly { id: string; title: string }[],
): Change[] {
  return lessons.flatMap(({ id, title }): Change[] => {
    const [old, wanted] = [before.get(id), after.get(id)]
    if (isDeepStrictEqual(old, wanted)) return []
    const text = !wanted
      ? `“${title}” no longer has an assignment. What was handed in is kept.`
      : old
        ? `The assignment of “${title}” changes. What was handed in is kept.`
        : `“${title}” gets an assignment.`
    return [{ kind: 'details', video_id: id, text }]
  })
}
