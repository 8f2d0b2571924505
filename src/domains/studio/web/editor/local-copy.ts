import * as z from 'zod'
import { hasLoggedOut } from '../../../../ui/session.ts'
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
  /** The newest, of whichever page, that was not read before. Null: everything was saved. */
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
})

/**
 * Keeps unsaved changes in the browser, for each person, course and page: they outlive the tab, the
 * network and the session, and no tab writes over those of another.
 */
export function createLocalCopyStore(
  { personId, courseId }: { personId: string; courseId: string },
  storage: () => Storage,
): LocalCopyStore {
  const prefix = `course-changes:${personId}:${courseId}`
  const key = `${prefix}:${newId()}`
  /** What this page has read, by name. */
  const taken = new Map<string, string>()
  return {
    read: () => {
      const newest = listCopies(prefix, storage).find(({ name, text }) => taken.get(name) !== text)
      if (!newest) return null
      taken.set(newest.name, newest.text)
      return newest.copy
    },
    write: (copy) => {
      if (hasLoggedOut(personId)) return true
      try {
        const writtenAt = new Date().toISOString()
        storage().setItem(key, writeCopy({ writtenAt, ...copy }))
        return true
      } catch {
        return false
      }
    },
    clear: () => {
      try {
        storage().removeItem(key)
        for (const [name, text] of taken) {
          // A tab that is still open may have written on.
          if (storage().getItem(name) === text) storage().removeItem(name)
        }
      } catch {
        // A browser that refuses to remove has also refused to keep.
      }
    },
  }
}

/** Newest first; without what is not of ours. */
function listCopies(prefix: string, storage: () => Storage) {
  try {
    return Object.keys(storage())
      .filter((name) => `${name}:`.startsWith(`${prefix}:`))
      .flatMap((name) => {
        const text = storage().getItem(name) ?? ''
        const copy = parseCopy(text)
        return copy ? [{ name, text, copy }] : []
      })
      .toSorted((one, other) => (one.copy.writtenAt < other.copy.writtenAt ? 1 : -1))
  } catch {
    return [] // the browser refuses to tell
  }
}

function parseCopy(text: string): LocalCopy | null {
  try {
    const { course: kept, revision, writtenAt, sent } = frame.parse(JSON.parse(text))
    const course = parseCourse(kept)
    return course && { course, revision, writtenAt, sent }
  } catch {
    return null
  }
}

const written = new WeakMap<EditedModule, string>()

/** As JSON, of which the modules that stayed are not written anew: there may be half a megabyte. */
function writeCopy({ course, ...rest }: LocalCopy): string {
  const { modules, ...details } = course
  const parts = modules.map((module) => {
    const known = written.get(module) ?? JSON.stringify(module)
    written.set(module, known)
    return known
  })
  const head = JSON.stringify({ ...rest, course: details })
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
