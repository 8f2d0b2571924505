import type { AnyEdit, ContentRules } from './content-rules.ts'

/** A state of the content that one can go back or forward to. */
interface Step<Content, Part> {
  content: Content
  /** Where the difference to the neighbouring state can be seen. Null: beside all forms. */
  part: Part | null
}

export interface EditHistory<Content, Part> {
  content: Content
  /** Oldest first. */
  past: readonly Step<Content, Part>[]
  /** Next first. */
  future: readonly Step<Content, Part>[]
  /** The field that is being typed in, and when its last key was. Null: the next change is a new step. */
  typing: { field: string; at: number } | null
  /** What undo or redo has last brought back, to be shown. Null after any other change. */
  shown: Part | null
}

export type HistoryAction<Edit> =
  | { type: 'edit'; edit: Edit; at: number }
  | { type: 'undo' }
  | { type: 'redo' }

/** Typing on in the same field within this is one step. */
const typingPauseMs = 1000
/** The states share what is the same in them, so that many cost little. */
const keptSteps = 500

export function beginHistory<Content, Part>(content: Content): EditHistory<Content, Part> {
  return { content, past: [], future: [], typing: null, shown: null }
}

export function changeHistory<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  history: EditHistory<Content, Part>,
  action: HistoryAction<Edit>,
): EditHistory<Content, Part> {
  const visible = (part: Part | null, content: Content) => part && rules.visible(part, content)
  switch (action.type) {
    case 'undo': {
      const last = history.past.at(-1)
      if (!last) return history
      return {
        content: last.content,
        past: history.past.slice(0, -1),
        future: [{ content: history.content, part: last.part }, ...history.future],
        typing: null,
        shown: visible(last.part, last.content),
      }
    }
    case 'redo': {
      const [next, ...future] = history.future
      if (!next) return history
      return {
        content: next.content,
        past: [...history.past, { content: history.content, part: next.part }],
        future,
        typing: null,
        shown: visible(next.part, next.content),
      }
    }
    case 'edit':
      return record(rules, history, action.edit, action.at)
  }
}

function record<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  history: EditHistory<Content, Part>,
  edit: Edit,
  at: number,
): EditHistory<Content, Part> {
  const content = rules.edit(history.content, edit)
  if (content === history.content) return history
  const field = fieldOf(edit)
  const { typing } = history
  const goesOn =
    typing !== null && typing.field === field && at - typing.at <= typingPauseMs && at >= typing.at
  const step = { content: history.content, part: rules.partOf(edit) }
  return {
    content,
    past: goesOn ? history.past : [...history.past, step].slice(-keptSteps),
    future: [],
    typing: field === null ? null : { field, at },
    shown: null,
  }
}

/** Names the one field that is typed in. Null: the change is a step of its own. */
function fieldOf({ type, id = '', values }: AnyEdit): string | null {
  if (!values) return null
  const names = Object.keys(values)
  return names.length === 1 ? `${type}:${id}:${names[0]}` : null
}
