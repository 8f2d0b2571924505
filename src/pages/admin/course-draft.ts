import type * as z from 'zod'
import type { courseInput } from '../../domains/studio/course-input.ts'

/** A course while it is being written; the contract judges it when it is sent. */
export type CourseDraft = z.input<typeof courseInput>
export type CourseToCreate = z.output<typeof courseInput>

export type VideoDraft = NonNullable<NonNullable<CourseDraft['modules']>[number]['videos']>[number]

export function emptyCourse(): CourseDraft {
  // The price is no number until one is typed.
  return { title: '', description: '', price: Number.NaN, thumbnail: '', modules: [] }
}

export function emptyModule() {
  return { title: '', description: '', videos: [emptyVideo()] }
}

export function emptyVideo(): VideoDraft {
  return { title: '', url: '', duration: '' }
}

/** True once something was written that would be a pity to lose. */
export function isWorthKeeping(draft: CourseDraft): boolean {
  const { title, description, price, thumbnail, modules = [] } = draft
  const words = [title, description, thumbnail ?? '']
  return words.some((text) => text !== '') || !Number.isNaN(price) || modules.length > 0
}
