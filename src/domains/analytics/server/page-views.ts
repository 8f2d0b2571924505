import { isbot } from 'isbot'
import type { SentResponse } from '../../../http/server/prepared-response.ts'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, dayInIndia, startOfDay } from '../../../shared/india-time.ts'
import { insightChanges } from './tables.ts'

export interface PageViews {
  note(sent: SentResponse): void
  /** A look at a course's page that was asked for by a call, as no page was loaded. */
  noteLook: (courseId: string, asked: SentResponse['asked']) => void
  /** Writes down what was counted since the last time. */
  save(): Promise<void>
}

/** In any language. */
const coursePage = /^(?:\/[a-z]{2,3})?\/course\/([^/]+?)(?:\.data)?\/?$/
const ofCourse = /^(?:\/[a-z]{2,3})?\/course\//
const mostPages = 10_000
const mostAgents = 1_000

interface Day {
  name: string
  endsAtInMs: number
  /** By the path of the page, which is read once it is written down: counting costs next to nothing. */
  views: Map<string, number>
}

/**
 * Counts how often each course's page was looked at, with nothing about who did: no cookie, no address.
 * Kept in memory for a few seconds; a process that is killed forgets those, and counts none twice.
 */
export function createPageViews(db: Database, now = () => Date.now()): PageViews {
  let days: Day[] = []

  const add = (path: string, views: number, { views: counted }: Day): void => {
    const before = counted.get(path)
    if (before !== undefined || counted.size < mostPages) counted.set(path, (before ?? 0) + views)
  }
  const today = (): Day => {
    const nowInMs = now()
    const last = days.at(-1)
    if (last && nowInMs < last.endsAtInMs) return last
    const name = dayInIndia(new Date(nowInMs))
    const day = { name, endsAtInMs: startOfDay(addDays(name, 1)).getTime(), views: new Map() }
    days.push(day)
    return day
  }
  const putBack = (saved: Day[]): void => {
    for (const day of saved.toReversed()) {
      const same = days.find(({ name }) => name === day.name)
      if (!same) days.unshift(day)
      else for (const [path, views] of day.views) add(path, views, same)
    }
  }

  return {
    noteLook: (courseId, asked) => {
      if (isLook(asked)) add(`/course/${encodeURIComponent(courseId)}`, 1, today())
    },
    note: ({ url, status, asked }) => {
      // First, as most of what leaves is no course page.
      if (!ofCourse.test(url) || (status !== 200 && status !== 304)) return
      if (isLook(asked)) add(withoutQuery(url), 1, today())
    },
    save: async () => {
      const saved = days
      days = []
      const counted = new Map<string, number>()
      for (const { name, views } of saved) {
        for (const [path, amount] of views) {
          const courseId = readCourseId(path)
          const key = `${name} ${courseId}`
          if (courseId !== null) counted.set(key, (counted.get(key) ?? 0) + amount)
        }
      }
      if (counted.size === 0) return
      const rows = [...counted].map(([key, amount]) => ({
        day: key.slice(0, 10),
        courseId: key.slice(11),
        figure: 'views',
        amount,
      }))
      try {
        await db.insert(insightChanges).values(rows)
      } catch (error) {
        // Only if the database surely has not taken them: else they might count twice.
        if (isRefusal(error)) putBack(saved)
        throw error
      }
    },
  }
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function readCourseId(path: string): string | null {
  const [, encoded] = coursePage.exec(path) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** Whether it is a person, by what a browser calls itself: a few of them come again and again. */
const agents = new Map<string, boolean>()

/** A person's browser that shows the page, not one that fetches it in case it is asked for. */
function isLook(asked: SentResponse['asked']): boolean {
  const purpose = asked['sec-purpose'] ?? asked['purpose']
  if (purpose !== undefined && String(purpose).startsWith('prefetch')) return false
  const name = asked['user-agent'] ?? ''
  const known = agents.get(name)
  if (known !== undefined) return known
  if (agents.size >= mostAgents) agents.clear()
  const isPerson = name !== '' && !isbot(name)
  agents.set(name, isPerson)
  return isPerson
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
