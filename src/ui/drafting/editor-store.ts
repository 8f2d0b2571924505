import type { AnyEdit, ContentRules } from './content-rules.ts'
import {
  beginHistory,
  changeHistory,
  type EditHistory,
  type HistoryAction,
} from './edit-history.ts'

/** What is edited, under the pen. Outside of React, so that whoever changes it needs no new rendering. */
export interface EditorStore<Content, Edit, Part> {
  read: () => EditHistory<Content, Part>
  subscribe: (listener: () => void) => () => void
  edit: (edit: Edit) => void
  undo: () => void
  redo: () => void
  /** Goes on from this. What was done before cannot be taken back any more. */
  beginAnew: (content: Content) => void
}

export function createEditorStore<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  content: Content,
): EditorStore<Content, Edit, Part> {
  let history = beginHistory<Content, Part>(content)
  const listeners = new Set<() => void>()
  const go = (changed: EditHistory<Content, Part>) => {
    if (changed === history) return
    history = changed
    for (const listener of listeners) listener()
  }
  const apply = (action: HistoryAction<Edit>) => go(changeHistory(rules, history, action))
  return {
    read: () => history,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit: (edit) => apply({ type: 'edit', edit, at: Date.now() }),
    undo: () => apply({ type: 'undo' }),
    redo: () => apply({ type: 'redo' }),
    beginAnew: (content) => go(beginHistory(content)),
  }
}
