import type { ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import { clearSession } from '../../../../ui/session.ts'
import type { getDraft, saveDraft } from '../../contract.ts'
import type { CourseDraft } from '../../course-input.ts'
import { type Autosave, createAutosave, findUnsaved, type Theirs } from './autosave.ts'
import { type EditedCourse, withIds } from './edited-course.ts'
import { createEditorStore, type EditorStore } from './editor-store.ts'
import { createLocalCopyStore } from './local-copy.ts'
import { newId } from './new-id.ts'

export type Draft = ResponseOf<typeof getDraft>

export interface OpenedDraft {
  courseId: string
  store: EditorStore
  autosave: Autosave
  /** When changes were written that the server did not have yet. Null: there were none. */
  restoredFrom: string | null
}

/** What a browser lets through after its page has gone. */
const keepaliveInBytes = 60_000

/** Puts together what the server has and what this browser has kept for this person. */
export function openDraft(
  { personId, courseId }: { personId: string; courseId: string },
  draft: Draft,
): OpenedDraft {
  const copies = createLocalCopyStore({ personId, courseId }, () => localStorage)
  const saved = savedIn(draft)
  const unsaved = findUnsaved(copies, saved)
  const store = createEditorStore(unsaved?.isConflict ? unsaved.copy.course : saved.course)
  const autosave = createAutosave({
    course: store.read().course,
    revision: draft.revision,
    savedAt: draft.saved_at,
    unpublishedChanges: draft.unpublished_changes,
    copies,
    // Which leads to the login and back; what was not saved is restored then.
    onSignedOut: clearSession,
    theirs: unsaved?.isConflict ? saved : null,
    send: (body) => call<typeof saveDraft>(route, { params: { id: courseId }, body: wire(body) }),
    sendLeaving: (body) => {
      if (sizeInBytes(body.course) > keepaliveInBytes) return null
      return call.keepalive<typeof saveDraft>(route, { params: { id: courseId }, body: wire(body) })
    },
  })
  store.subscribe(() => autosave.change(store.read().course))
  // As an edit, so that undo gives back what the server has.
  if (unsaved && !unsaved.isConflict) store.edit({ type: 'replace', course: unsaved.copy.course })
  return {
    courseId,
    store,
    autosave,
    restoredFrom: unsaved?.copy.writtenAt ?? null,
  }
}

/** When this browser has written what the server has not. Null: everything is saved. */
export function unsavedSince(
  { personId, courseId }: { personId: string; courseId: string },
  draft: Draft,
): string | null {
  const copies = createLocalCopyStore({ personId, courseId }, () => localStorage)
  return findUnsaved(copies, savedIn(draft))?.copy.writtenAt ?? null
}

function savedIn({ revision, course }: Draft): Theirs {
  // The answer leaves nothing out, though the schema that also reads what is sent would allow it.
  return { revision, course: withIds(course as CourseDraft, newId) }
}

const route = 'PUT /admin/courses/:id/draft'

/** The contract's lists may be changed by whoever holds them; ours never are. */
function wire({ revision, course }: { revision: number; course: EditedCourse }) {
  const modules = course.modules.map((module) => ({ ...module, videos: [...module.videos] }))
  return { revision, course: { ...course, modules } }
}

function sizeInBytes(course: EditedCourse): number {
  return new TextEncoder().encode(JSON.stringify(course)).length
}
