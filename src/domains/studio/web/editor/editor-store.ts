import type { Edit } from './edit-course.ts'
import {
  beginHistory,
  changeHistory,
  type EditHistory,
  type HistoryAction,
} from './edit-history.ts'
import type { EditedCourse } from './edited-course.ts'

/** The course under the pen. Outside of React, so that whoever changes it needs no new rendering. */
export interface EditorStore {
  read: () => EditHistory
  subscribe: (listener: () => void) => () => void
  edit: (edit: Edit) => void
  undo: () => void
  redo: () => void
}

export function createEditorStore(course: EditedCourse): EditorStore {
  let history = beginHistory(course)
  const listeners = new Set<() => void>()
  const apply = (action: HistoryAction) => {
    const changed = changeHistory(history, action)
    if (changed === history) return
    history = changed
    for (const listener of listeners) listener()
  }
  return {
    read: () => history,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit: (edit) => apply({ type: 'edit', edit, at: Date.now() }),
    undo: () => apply({ type: 'undo' }),
    redo: () => apply({ type: 'redo' }),
  }
}
