import * as z from 'zod'
import { hasLoggedOut } from '../session.ts'
import type { AnyEdit, ContentRules } from './content-rules.ts'
import { newId } from './new-id.ts'

/** What one browser has and the server has not. */
export interface LocalCopy<Content> {
  content: Content
  /** Of the draft that it goes back to. */
  revision: number
  writtenAt: string
  /** Tells what was last sent without an answer, see `fingerprint`. Null: nothing. */
  sent: string | null
}

export interface LocalCopyStore<Content> {
  /** The newest, of whichever page, that was not read before. Null: everything was saved. */
  read: () => LocalCopy<Content> | null
  /** False: the browser refused, and closing the page would lose it. */
  write: (copy: Omit<LocalCopy<Content>, 'writtenAt'>) => boolean
  /** Removes what this page has read or written, and nothing of another tab. */
  clear: () => void
}

/** Whose copies of what: `kind` tells courses and pages apart. */
export interface CopyOwner {
  kind: 'course' | 'page'
  personId: string
  id: string
}

const frame = z.object({
  content: z.unknown().optional(),
  revision: z.int(),
  writtenAt: z.iso.datetime(),
  sent: z.string().nullable(),
})

/**
 * Keeps unsaved changes in the browser, for each person, content and page: they outlive the tab, the
 * network and the session, and no tab writes over those of another.
 */
export function createLocalCopyStore<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  { kind, personId, id }: CopyOwner,
  storage: () => Storage,
): LocalCopyStore<Content> {
  const prefix = `${kind}-changes:${personId}:${id}`
  const key = `${prefix}:${newId()}`
  /** What this page has read, by name. */
  const taken = new Map<string, string>()

  const parse = (text: string): LocalCopy<Content> | null => {
    try {
      const { content: kept, ...rest } = frame.parse(JSON.parse(text))
      const content = rules.parse(kept)
      return content && { content, ...rest }
    } catch {
      return null
    }
  }
  /** Newest first; without what is not of ours. */
  const listCopies = () => {
    try {
      return Object.keys(storage())
        .filter((name) => `${name}:`.startsWith(`${prefix}:`))
        .flatMap((name) => {
          const text = storage().getItem(name) ?? ''
          const copy = parse(text)
          return copy ? [{ name, text, copy }] : []
        })
        .toSorted((one, other) => (one.copy.writtenAt < other.copy.writtenAt ? 1 : -1))
    } catch {
      return [] // the browser refuses to tell
    }
  }
  return {
    read: () => {
      const newest = listCopies().find(({ name, text }) => taken.get(name) !== text)
      if (!newest) return null
      taken.set(newest.name, newest.text)
      return newest.copy
    },
    write: (copy) => {
      if (hasLoggedOut(personId)) return true
      try {
        const writtenAt = new Date().toISOString()
        const { content, ...rest } = copy
        const head = JSON.stringify({ writtenAt, ...rest })
        storage().setItem(key, `${head.slice(0, -1)},"content":${rules.write(content)}}`)
        // What a page makes for itself where the browser refuses ends with the page.
        return storage() instanceof Storage
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

/** A short sign of a long text (FNV-1a): enough to know one's own words again. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return `${text.length}:${(hash >>> 0).toString(16)}`
}
