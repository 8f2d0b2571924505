import type { ProgressSnapshot } from './standing.ts'

interface Remembered {
  learnerId: string
  standing: ProgressSnapshot
  sizeInBytes: number
  /** On this process's steady clock, in ms. */
  rememberedAt: number
}

/** How a learner's course stood after the last report of a session for one video. */
export interface RememberedSnapshots {
  /** As it stands now, unless somebody else reported since; the database tells that when writing. */
  find(of: Viewing): { learnerId: string; standing: ProgressSnapshot } | undefined
  remember(of: Viewing, learnerId: string, standing: ProgressSnapshot): void
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
/** A learner with a long course or a film in pieces takes as much as hundreds of others. */
const keptAtMostInBytes = 32 * 1024 * 1024

export function rememberSnapshots(
  now: () => number = () => performance.now(),
): RememberedSnapshots {
  const remembered = new Map<string, Remembered>()
  let totalInBytes = 0
  const drop = (key: string): void => {
    totalInBytes -= remembered.get(key)?.sizeInBytes ?? 0
    remembered.delete(key)
  }
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
      const sizeInBytes = estimateSize(key, standing)
      drop(key) // put back as the newest
      remembered.set(key, { learnerId, standing, sizeInBytes, rememberedAt: now() })
      totalInBytes += sizeInBytes
      for (const [oldest] of remembered) {
        if (remembered.size <= keptAtMost && totalInBytes <= keptAtMostInBytes) break
        drop(oldest)
      }
    },
    forget: (viewing) => drop(keyOf(viewing)),
  }
}

function keyOf({ sessionHash, courseId, videoId }: Viewing): string {
  return `${sessionHash.toString('latin1')}${courseId} ${videoId}`
}

/** What the engine takes for it, roughly: measured with Node 24, rounded up. */
function estimateSize(key: string, { fractions, kept, film, witnessed }: ProgressSnapshot): number {
  const texts = key.length + (film ? film.url.length + film.stated.length : 0)
  const played = kept?.played.length ?? 0
  return 1_000 + 2 * texts + 120 * fractions.length + 80 * played + 8 * witnessed.length
}

/** The database's clock, moved on by our own: what passes between two reports is the same on both. */
function later(instant: string, passedInMs: number): string {
  return new Date(Date.parse(instant) + passedInMs).toISOString()
}
