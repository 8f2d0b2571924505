import { isbot } from 'isbot'
import type { SentAnswer } from '../http/prepared-answer.ts'
import type { Database } from '../platform/database/database.ts'
import { dayInIndia } from '../platform/india-days.ts'
import { insightChanges } from './tables.ts'

export interface PageViews {
  note(sent: SentAnswer): void
  /** A look at a course's page that was asked for by a call, as no page was loaded. */
  noteLook: (courseId: string, asked: SentAnswer['asked']) => void
  /** Writes down what was counted since the last time. */
  save(): Promise<void>
}

const coursePage = /^\/course\/([^/?#]+?)(?:\.data)?\/?(?:[?#]|$)/
const mostCourses = 10_000

/**
 * Counts how often each course's page was looked at, with nothing about who did: no cookie, no address.
 * Kept in memory for a few seconds; a process that is killed forgets those, and counts none twice.
 */
export function createPageViews(db: Database, now = () => new Date()): PageViews {
  /** By day and course. */
  let counted = new Map<string, number>()

  const add = (key: string, views: number): void => {
    if (counted.size < mostCourses || counted.has(key)) {
      counted.set(key, (counted.get(key) ?? 0) + views)
    }
  }

  const noteLook: PageViews['noteLook'] = (courseId, asked) => {
    if (isLook(asked)) add(`${dayInIndia(now())} ${courseId}`, 1)
  }

  return {
    noteLook,
    note: ({ url, status, asked }) => {
      // First, as most of what leaves is no course page.
      if (!url.startsWith('/course/') || (status !== 200 && status !== 304)) return
      const courseId = readCourseId(url)
      if (courseId !== null) noteLook(courseId, asked)
    },
    save: async () => {
      if (counted.size === 0) return
      const saved = counted
      counted = new Map()
      const rows = [...saved].map(([key, amount]) => ({
        day: key.slice(0, 10),
        courseId: key.slice(11),
        figure: 'views',
        amount,
      }))
      try {
        await db.insert(insightChanges).values(rows)
      } catch (error) {
        // Only if the database surely has not taken them: else they might count twice.
        if (isRefusal(error)) for (const [key, views] of saved) add(key, views)
        throw error
      }
    },
  }
}

function readCourseId(url: string): string | null {
  const [, encoded] = coursePage.exec(url) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** The last one asked about: most that follow each other are of a few kinds. */
let lastAgent = { name: '', isPerson: false }

/** A person's browser that shows the page, not one that fetches it in case it is asked for. */
function isLook(asked: SentAnswer['asked']): boolean {
  const purpose = asked['sec-purpose'] ?? asked['purpose']
  if (purpose !== undefined && String(purpose).startsWith('prefetch')) return false
  const name = asked['user-agent'] ?? ''
  if (name !== lastAgent.name) lastAgent = { name, isPerson: name !== '' && !isbot(name) }
  return lastAgent.isPerson
}

/**
 * PostgreSQL answered that it did not, or nobody was there to ask. A server process that is ended
 * (57P01, 57P02) may have committed just before it says so.
 */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  if (code === '57P01' || code === '57P02') return false
  return typeof code === 'string' && (/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || code === 'ECONNREFUSED')
}
