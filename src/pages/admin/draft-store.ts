import * as z from 'zod'
import { keptOf } from '../../ui/drafting/kept.ts'
import { type CourseDraft, isWorthKeeping } from './course-draft.ts'

/** What was written before the form was last left, by whatever road. */
export interface DraftStore {
  /** Null: nothing worth keeping. */
  read: () => CourseDraft | null
  write: (draft: CourseDraft | null) => void
}

const text = z.string().optional()

/** As it was written, so nothing is required. */
const storedDraft = z.object({
  title: z.string(),
  description: z.string(),
  // JSON knows no NaN, which stands for a price that is not typed yet.
  price: z
    .number()
    .nullable()
    .transform((price) => price ?? Number.NaN),
  thumbnail: z.string().nullish(),
  modules: z
    .array(
      z.object({
        title: z.string(),
        description: text,
        videos: z
          .array(z.object({ title: z.string(), url: z.string(), duration: text }))
          .optional(),
      }),
    )
    .optional(),
})

/**
 * Keeps an administrator's half-written course in the tab: it survives a reload and the way back.
 * A browser that refuses to store keeps it for as long as the page lives.
 */
export function createDraftStore(adminId: string, storage: () => Storage): DraftStore {
  const kept = keptOf(adminId, 'course-draft', storage)
  return {
    // A draft of an older version of the form is none.
    read: () => storedDraft.safeParse(kept.read()).data ?? null,
    write: (draft) => kept.write(draft && isWorthKeeping(draft) ? draft : null),
  }
}
