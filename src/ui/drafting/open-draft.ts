import { clearSession } from '../session.ts'
import {
  type Autosave,
  createAutosave,
  findUnsaved,
  type Save,
  type Saved,
  type Theirs,
} from './autosave.ts'
import type { AnyEdit, ContentRules } from './content-rules.ts'
import { createEditorStore, type EditorStore } from './editor-store.ts'
import { type CopyOwner, createLocalCopyStore } from './local-copy.ts'

export interface OpenedDraft<Content, Edit, Part> {
  store: EditorStore<Content, Edit, Part>
  autosave: Autosave<Content, Part>
  /** When changes were written that the server did not have yet. Null: there were none. */
  restoredFrom: string | null
  /** Goes on from a choice between both sides of a conflict. */
  resolve: (chosen: Content, theirs: Theirs<Content>) => void
}

interface DraftToOpen<Content> extends Theirs<Content> {
  savedAt: string | null
  unpublishedChanges: number | null
  send: (save: Save<Content>) => Promise<Saved>
  /** In a way that outlives the page. */
  sendLeaving: (save: Save<Content>) => Promise<Saved>
}

/** What a browser lets through after its page has gone. */
const keepaliveInBytes = 60_000

/** Puts together what the server has and what this browser has kept for this person. */
export function openDraft<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  owner: CopyOwner,
  draft: DraftToOpen<Content>,
): OpenedDraft<Content, Edit, Part> {
  const copies = createLocalCopyStore(rules, owner, () => localStorage)
  const unsaved = findUnsaved(rules, copies, draft)
  const store = createEditorStore(rules, unsaved?.isConflict ? unsaved.copy.content : draft.content)
  const autosave = createAutosave({
    rules,
    content: store.read().content,
    revision: draft.revision,
    savedAt: draft.savedAt,
    unpublishedChanges: draft.unpublishedChanges,
    copies,
    sent: unsaved?.copy.sent ?? null,
    // Which leads to the login and back; what was not saved is restored then.
    onSignedOut: clearSession,
    theirs: unsaved?.isConflict ? draft : null,
    send: draft.send,
    sendLeaving: (body) =>
      sizeInBytes(rules.write(body.content)) > keepaliveInBytes ? null : draft.sendLeaving(body),
  })
  store.subscribe(() => autosave.change(store.read().content))
  // As an edit, so that undo gives back what the server has.
  if (unsaved && !unsaved.isConflict) store.edit(rules.replace(unsaved.copy.content))
  return {
    store,
    autosave,
    restoredFrom: unsaved?.copy.writtenAt ?? null,
    resolve: (chosen, theirs) => {
      autosave.resolve(chosen, theirs)
      // What was here before lacks what the others have saved: undo would take that out again.
      store.beginAnew(chosen)
    },
  }
}

/** When this browser has written what the server has not. Null: everything is saved. */
export function unsavedSince<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  owner: CopyOwner,
  saved: Theirs<Content>,
): string | null {
  const copies = createLocalCopyStore(rules, owner, () => localStorage)
  return findUnsaved(rules, copies, saved)?.copy.writtenAt ?? null
}

function sizeInBytes(text: string): number {
  return new TextEncoder().encode(text).length
}
