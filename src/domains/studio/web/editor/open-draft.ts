import type { ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import type { Save, Theirs } from '../../../../ui/drafting/autosave.ts'
import { newId } from '../../../../ui/drafting/new-id.ts'
import * as drafting from '../../../../ui/drafting/open-draft.ts'
import type { getDraft } from '../../contract.ts'
import type { CourseDraft } from '../../course-input.ts'
import { courseRules } from './course-rules.ts'
import type { Edit } from './edit-course.ts'
import { type EditedCourse, type Part, withIds } from './edited-course.ts'

export type Draft = ResponseOf<typeof getDraft>
export type OpenedCourse = drafting.OpenedDraft<EditedCourse, Edit, Part> & { courseId: string }

interface Owner {
  personId: string
  courseId: string
}

/** Puts together what the server has and what this browser has kept for this person. */
export function openDraft({ personId, courseId }: Owner, draft: Draft): OpenedCourse {
  const params = { id: courseId }
  const owner = { kind: 'course', personId, id: courseId } as const
  const opened = drafting.openDraft(courseRules, owner, {
    ...savedIn(draft),
    savedAt: draft.saved_at,
    unpublishedChanges: draft.unpublished_changes,
    send: (body) => call(route, { params, body: wire(body) }),
    sendLeaving: (body) => call.keepalive(route, { params, body: wire(body) }),
  })
  return { courseId, ...opened }
}

/** When this browser has written what the server has not. Null: everything is saved. */
export function unsavedSince({ personId, courseId }: Owner, draft: Draft): string | null {
  const owner = { kind: 'course', personId, id: courseId } as const
  return drafting.unsavedSince(courseRules, owner, savedIn(draft))
}

function savedIn({ revision, course }: Draft): Theirs<EditedCourse> {
  // The answer leaves nothing out, though the schema that also reads what is sent would allow it.
  return { revision, content: withIds(course as CourseDraft, newId) }
}

const route = 'PUT /admin/courses/:id/draft'

/** The contract's lists may be changed by whoever holds them; ours never are. */
function wire({ content, ...save }: Save<EditedCourse>) {
  const modules = content.modules.map((module) => ({ ...module, videos: [...module.videos] }))
  return { ...save, course: { ...content, modules } }
}
