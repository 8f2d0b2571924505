import * as z from 'zod'
import { hasLoggedOut } from '../../../ui/session.ts'
import { courseDraft } from '../../course-input.ts'
import { type EditedCourse, type EditedModule, withIds } from './edited-course.ts'
import { newId } from './new-id.ts'

/** What one browser has and the server has not. */
export interface LocalCopy {
  course: EditedCourse
  /** Of the draft that it goes back to. */
  revision: number
  writtenAt: string
  /** Tells what was last sent without an answer, see `fingerprint`. Null: nothing. */
  sent: string | null
}

export interface LocalCopyStore {
  /** Null: everything was saved. */
  read: () => LocalCopy | null
  /** False: the browser refused, and closing the page would lose it. */
  write: (copy: Omit<LocalCopy, 'writtenAt'>) => boolean
  /** Removes what this page has read or written, and nothing of another tab. */
  clear: () => void
}

const frame = z.object({
  course: z.unknown(),
  revision: z.int(),
  writtenAt: z.iso.datetime(),
  sent: z.string().nullable(),
  page: z.string(),
})

/**
 * Keeps unsaved changes in the browser, for each person and course: they outlive the tab, the network
 * and the session.
 */
export function createLocalCopyStore(
  { personId, courseId }: { personId: string; courseId: string },
  storage: () => Storage,
): LocalCopyStore {
  const key = `course-changes:${personId}:${courseId}`
  const page = newId()
  const ours = new Set([page])
  return {
    read: () => {
      try {
        const text = storage().getItem(key)
        const kept = text === null ? null : frame.parse(JSON.parse(text))
        const course = kept && parseCourse(kept.course)
        if (!kept || !course) return null
        ours.add(kept.page)
        return { course, revision: kept.revision, writtenAt: kept.writtenAt, sent: kept.sent }
      } catch {
        return null // refused, or not of ours
      }
    },
    write: (copy) => {
      if (hasLoggedOut(personId)) return true
      try {
        const writtenAt = new Date().toISOString()
        storage().setItem(key, writeCopy({ page, writtenAt, ...copy }))
        return true
      } catch {
        return false
      }
    },
    clear: () => {
      try {
        const text = storage().getItem(key)
        // The whole may be half a megabyte: only its beginning is looked at.
        const isOurs = [...ours].some((one) => text?.startsWith(`{"page":"${one}"`))
        if (isOurs) storage().removeItem(key)
      } catch {
        // A browser that refuses to remove has also refused to keep.
      }
    },
  }
}

const written = new WeakMap<EditedModule, string>()

/** As JSON, of which the modules that stayed are not written anew: there may be half a megabyte. */
function writeCopy({ course, page, ...rest }: LocalCopy & { page: string }): string {
  const { modules, ...details } = course
  const parts = modules.map((module) => {
    const known = written.get(module) ?? JSON.stringify(module)
    written.set(module, known)
    return known
  })
  const head = JSON.stringify({ page, ...rest, course: details })
  // Ends in the braces of the course and of the whole.
  const separator = head.endsWith('{}}') ? '' : ','
  return `${head.slice(0, -2)}${separator}"modules":[${parts.join(',')}]}}`
}

/** Its form must be right, its content need not: what is written may still be refused. */
function parseCourse(value: unknown): EditedCourse | null {
  const parsed = courseDraft.safeParse(value)
  if (parsed.success) return withIds(parsed.data, newId)
  const isFormWrong = parsed.error.issues.some(({ code }) => code === 'invalid_type')
  if (isFormWrong || typeof value !== 'object' || value === null) return null
  return value as EditedCourse // of the right types throughout, as the schema has just said
}

/** A short sign of a long text (FNV-1a): enough to know one's own words again. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return `${text.length}:${(hash >>> 0).toString(16)}`
}
