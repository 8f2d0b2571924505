import * as z from 'zod'
import type { Database } from '../../../platform/database/database.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { mayWatch } from '../../access/server/check-access.ts'
import { isBlocked } from '../../accounts/server/block-account.ts'
import { isSessionOpen } from '../../accounts/server/sessions.ts'
import { isNotDue, type OpeningDependencies } from './not-due.ts'
import { readCourse } from './read-courses.ts'
import { isMediaLinkGood, isSameMedia } from './sign-media-link.ts'

const preview = z.object({ preview: z.string().min(1).max(200) })

const signature = z.object({
  key: z.string().max(100),
  until: z.coerce.number().int().nonnegative(),
  learner: z.uuid(),
  course: z.string().min(1).max(200),
  view: z
    .string()
    .regex(/^[\w-]{43}$/)
    .transform((text) => Buffer.from(text, 'base64url'))
    .optional(),
})

/**
 * For whom a link to one of our own files was made, if it is good, and the course still theirs and they
 * are not blocked at this moment; nobody by name for what is free to see, and when support looks. Null:
 * not allowed.
 */
export async function mayPlay(
  deps: OpeningDependencies & { mediaKey: RotatingKey },
  path: string,
  query: unknown,
): Promise<{ learnerId: string | null } | null> {
  const { db, mediaKey } = deps
  const open = preview.safeParse(query)
  if (open.success) {
    return (await isPreviewFile(db, open.data.preview, path)) ? { learnerId: null } : null
  }
  const given = signature.safeParse(query)
  if (!given.success) return null
  const { key, until, learner: learnerId, course: courseId, view: viewHash } = given.data
  const link = { path, key, until, learnerId, courseId, viewHash }
  if (!isMediaLinkGood(mediaKey, link, new Date())) return null
  if (viewHash && !(await isSessionOpen(db, { sessionHash: viewHash, userId: learnerId }))) {
    return null
  }
  if (await isBlocked(db, learnerId)) return null
  if (!(await mayWatch(db, learnerId, courseId))) return null
  const shows = (url: string) => url === path || isSameMedia(url, path)
  if (await isNotDue(deps, { learnerId, courseId }, shows)) return null
  return { learnerId: viewHash ? null : learnerId }
}

/** True for the trailer, and a free lesson's film and files, of a course that visitors can see. */
async function isPreviewFile(db: Database, courseId: string, path: string): Promise<boolean> {
  const stored = await readCourse(db, courseId)
  if (!stored || stored.isHidden) return false
  const { trailer = '', modules } = stored.course
  const free = modules.flatMap(({ videos }) => videos).filter(({ is_preview }) => is_preview)
  const films = [trailer, ...free.map(({ url = '' }) => url)]
  const files = free.flatMap(({ attachments = [] }) => attachments)
  return films.some((url) => isSameMedia(url, path)) || files.some(({ url }) => url === path)
}
