import { type Edit, editCourse, partOf } from './edit-course.ts'
import { detailsPart, type EditedCourse, type Part } from './edited-course.ts'

/** A state of the course that one can go back or forward to. */
interface Step {
  course: EditedCourse
  /** Where the difference to the neighbouring state can be seen. Null: in the outline. */
  part: Part | null
}

export interface EditHistory {
  course: EditedCourse
  /** Oldest first. */
  past: readonly Step[]
  /** Next first. */
  future: readonly Step[]
  /** The field that is being typed in, and when its last key was. Null: the next change is a new step. */
  typing: { field: string; at: number } | null
  /** What undo or redo has last brought back, to be shown. Null after any other change. */
  shown: Part | null
}

export type HistoryAction =
  | { type: 'edit'; edit: Edit; at: number }
  | { type: 'undo' }
  | { type: 'redo' }

/** Typing on in the same field within this is one step. */
const typingPauseMs = 1000
/** The states share what is the same in them, so that many cost little. */
const keptSteps = 500

export function beginHistory(course: EditedCourse): EditHistory {
  return { course, past: [], future: [], typing: null, shown: null }
}

export function changeHistory(history: EditHistory, action: HistoryAction): EditHistory {
  switch (action.type) {
    case 'undo':
      return undo(history)
    case 'redo':
      return redo(history)
    case 'edit':
      return record(history, action.edit, action.at)
  }
}

function record(history: EditHistory, edit: Edit, at: number): EditHistory {
  const course = editCourse(history.course, edit)
  if (course === history.course) return history
  const field = fieldOf(edit)
  const { typing } = history
  const goesOn =
    typing !== null && typing.field === field && at - typing.at <= typingPauseMs && at >= typing.at
  const step = { course: history.course, part: partOf(edit) }
  return {
    course,
    past: goesOn ? history.past : [...history.past, step].slice(-keptSteps),
    future: [],
    typing: field === null ? null : { field, at },
    shown: null,
  }
}

function undo(history: EditHistory): EditHistory {
  const last = history.past.at(-1)
  if (!last) return history
  return {
    course: last.course,
    past: history.past.slice(0, -1),
    future: [{ course: history.course, part: last.part }, ...history.future],
    typing: null,
    shown: visible(last.part, last.course),
  }
}

function redo(history: EditHistory): EditHistory {
  const [next, ...future] = history.future
  if (!next) return history
  return {
    course: next.course,
    past: [...history.past, { course: history.course, part: next.part }],
    future,
    typing: null,
    shown: visible(next.part, next.course),
  }
}

/** A part that is not there any more has no panel. */
function visible(part: Part | null, course: EditedCourse): Part | null {
  if (part === null || part.kind === 'details') return part
  const isThere = course.modules.some(({ id, videos }) =>
    part.kind === 'module' ? id === part.id : videos.some((lesson) => lesson.id === part.id),
  )
  return isThere ? part : detailsPart
}

/** Names the one field that is typed in. Null: the change is a step of its own. */
function fieldOf(edit: Edit): string | null {
  if (!('values' in edit)) return null
  const names = Object.keys(edit.values)
  return names.length === 1 ? `${edit.type}:${'id' in edit ? edit.id : ''}:${names[0]}` : null
}
