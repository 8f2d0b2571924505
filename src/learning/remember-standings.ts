import type { Standing } from './standing.ts'

interface Remembered {
  learnerId: string
  standing: Standing
  /** On this process's steady clock, in ms. */
  rememberedAt: number
}

/** How a learner's course stood after the last report of a session for one video. */
export interface RememberedStandings {
  /** As it stands now, unless somebody else reported since; the database tells that when writing. */
  find(of: Viewing): { learnerId: string; standing: Standing } | undefined
  remember(of: Viewing, learnerId: string, standing: Standing): void
  forget(of: Viewing): void
}

export interface Viewing {
  sessionHash: Buffer
  courseId: string
  videoId: string
}

/** A player reports every few seconds. */
const keptForInMs = 10 * 60_000
const keptAtMost = 5_000

export function rememberStandings(
  now: () => number = () => performance.now(),
): RememberedStandings {
  const remembered = new Map<string, Remembered>()
  return {
    find: (viewing) => {
      const found = remembered.get(keyOf(viewing))
      const passedInMs = found ? now() - found.rememberedAt : 0
      if (!found || passedInMs > keptForInMs) return undefined
      const { learnerId, standing } = found
      return { learnerId, standing: { ...standing, now: later(standing.now, passedInMs) } }
    },
    remember: (viewing, learnerId, standing) => {
      const key = keyOf(viewing)
      remembered.delete(key) // put back as the newest
      remembered.set(key, { learnerId, standing, rememberedAt: now() })
      const [oldest] = remembered.keys()
      if (remembered.size > keptAtMost && oldest !== undefined) remembered.delete(oldest)
    },
    forget: (viewing) => void remembered.delete(keyOf(viewing)),
  }
}

function keyOf({ sessionHash, courseId, videoId }: Viewing): string {
  return `${sessionHash.toString('latin1')}${courseId} ${videoId}`
}

/** The database's clock, moved on by our own: what passes between two reports is the same on both. */
function later(instant: string, passedInMs: number): string {
  return new Date(Date.parse(instant) + passedInMs).toISOString()
}
