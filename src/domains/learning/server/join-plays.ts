import {
  addPlayed,
  fractionPlayed,
  isVideoComplete,
  playedSeconds,
  SHORTEST_WATCH,
} from '../played-intervals.ts'
import { incompleteAtMost } from './compute-progress.ts'
import type { videoProgress } from './tables.ts'

type Play = typeof videoProgress.$inferSelect

/**
 * What two accounts of one person played of one lesson, as one: a row for each film of it, the one that
 * was played last at the end. Every second that either played counts, the position is the later one, and
 * a lesson that either completed is complete; so is one whose seconds are enough together.
 *
 * @param last What each account played of the film that it saw last, one or two.
 * @param earlier Of other films; of when they were opened and completed nothing is known.
 */
export function joinPlays(last: readonly Play[], earlier: readonly Play[], now: Date): Play[] {
  const films = [...Map.groupBy([...earlier, ...last], ({ film }) => film).values()]
  const rows = films.map(joinFilm).sort((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime())
  const film = last.toSorted(byReport).at(-1)?.film
  const main = rows.find((row) => row.film === film)
  if (!main) return rows
  const completedAt = earliest(last.map((play) => play.completedAt))
  const openFor = (now.getTime() - (main.openedAt?.getTime() ?? 0)) / 1000
  const isWatched =
    isVideoComplete(main.fraction) && openFor >= main.durationInSeconds * SHORTEST_WATCH
  const isComplete = completedAt !== null || isWatched
  const completed = last.filter((play) => play.completedAt !== null)
  const fraction = Math.max(main.fraction, ...completed.map((play) => play.fraction))
  return [
    ...rows.filter((row) => row !== main).map(asIncomplete),
    isComplete ? { ...main, fraction, completedAt: completedAt ?? now } : asIncomplete(main),
  ]
}

/** What is complete is so as a lesson, whichever film was played: the row that is kept last says it. */
function asIncomplete(play: Play): Play {
  return { ...play, fraction: Math.min(play.fraction, incompleteAtMost), completedAt: null }
}

function joinFilm(plays: readonly Play[]): Play {
  const [first, ...others] = plays.toSorted(byReport)
  if (!first) throw new Error('Nothing was played')
  return others.reduce(joinTwo, first)
}

function joinTwo(before: Play, after: Play): Play {
  const durationInSeconds = Math.max(before.durationInSeconds, after.durationInSeconds)
  const played = addPlayed(before.played, after.played, durationInSeconds)
  return {
    ...after,
    durationInSeconds,
    played,
    playedInSeconds: playedSeconds(played),
    fraction: Math.max(before.fraction, after.fraction, fractionPlayed(played, durationInSeconds)),
    openedAt: earliest([before.openedAt, after.openedAt]),
    witnessedInSeconds:
      Math.max(before.witnessedInSeconds ?? 0, after.witnessedInSeconds ?? 0) || null,
  }
}

function byReport(a: Play, b: Play): number {
  return a.reportedAt.getTime() - b.reportedAt.getTime()
}

function earliest(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null)
  return known.length === 0
    ? null
    : new Date(Math.min(...known.map((instant) => instant.getTime())))
}
