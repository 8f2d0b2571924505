import type { CourseDraft, VideoDraft } from '../../../src/domains/studio/course-input.ts'
import type { Person } from '../../support/factories.ts'
import { shortFilm } from './courses.ts'
import type { Academy } from './test.ts'

/** A new lesson of our own short film. */
export function draftLesson(title: string): VideoDraft {
  return {
    id: crypto.randomUUID(),
    title,
    url: shortFilm,
    duration: '',
    is_preview: false,
    text: '',
    links: [],
    attachments: [],
    quiz: null,
    assignment: null,
  }
}

export async function readDraft(academy: Academy, admin: Person, { id }: { id: string }) {
  const draft = await academy.as(admin)('GET /admin/courses/:id/draft', {
    params: { id },
  })
  return { ...draft, course: draft.course as CourseDraft } // nothing is left out on the wire
}

/** Saves a changed draft and answers its revision. */
export async function editDraft(
  academy: Academy,
  admin: Person,
  { id }: { id: string },
  change: (draft: CourseDraft) => void,
): Promise<number> {
  const draft = await readDraft(academy, admin, { id })
  change(draft.course)
  const saved = await academy.as(admin)('PUT /admin/courses/:id/draft', {
    params: { id },
    body: { revision: draft.revision, course: draft.course },
  })
  return saved.revision
}
