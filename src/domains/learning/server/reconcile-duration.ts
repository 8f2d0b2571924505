import { SHORTEST_WATCH } from '../played-intervals.ts'

/** So many others who played a film to its end make its length believable. */
const WITNESSES = 3
/** Players of one film differ by a frame or a second. */
const SAME_WITHIN = 0.05
/** Lengths are stated roughly ('15 min' for 12:30), but not by more than this. */
const ROUGHLY = 2
/** A nought too many makes ten of one; no slip makes a lesson of a blink. */
const MISTYPED = 20
/** Nothing that is shown as one lesson is longer; players say such things of live streams. */
const LONGEST_FILM_IN_SECONDS = 12 * 3600

/** All lengths in seconds, null where nobody knows. */
export interface LengthEvidence {
  /** By the player of the learner who reports. */
  reported: number
  /** Read from our own file by the academy itself. */
  measured: number | null
  /** By the administrator. */
  stated: number | null
  /** What the same learner's film was last taken to be. */
  kept: number | null
  /** By the players of others who own the course and played it to the end. */
  witnessed: readonly number[]
  /** How long ago the learner opened the film. */
  openFor: number
}

export interface FilmLength {
  /** Of which nine tenths must be played. */
  lengthInSeconds: number
  /** Of which nine tenths must have been possible, at the fastest speed, since the film was opened. */
  paceInSeconds: number
}

/**
 * How long a film is for a learner. Only a player sees a film of YouTube or Vimeo, and players are the
 * learners' own; so what they report moves a length that is known otherwise within bounds, and
 * the time it must take not at all (docs/decisions/0023).
 */
export function reconcileDuration(evidence: LengthEvidence): FilmLength {
  const { measured, stated, reported } = evidence
  if (measured !== null) return { lengthInSeconds: measured, paceInSeconds: measured }
  const expected = stated ?? usualLength(evidence.witnessed)
  if (expected === null) {
    const length = lengthByThemselves(evidence)
    return { lengthInSeconds: length, paceInSeconds: length }
  }
  const length =
    reported >= expected / ROUGHLY || (reported >= expected / MISTYPED && isBorneOut(evidence))
      ? reported
      : lengthInstead(evidence.kept, expected)
  return { lengthInSeconds: length, paceInSeconds: Math.max(expected, length) }
}

/** The middle of what was witnessed, the upper one of two; null while too few have. */
function usualLength(witnessed: readonly number[]): number | null {
  if (witnessed.length < WITNESSES) return null
  const sorted = witnessed.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

function isBorneOut({ reported, witnessed }: LengthEvidence): boolean {
  const isSame = (length: number) => Math.abs(length - reported) <= reported * SAME_WITHIN
  return witnessed.filter(isSame).length >= WITNESSES
}

/** For a report too short to be believed. */
function lengthInstead(kept: number | null, expected: number): number {
  const isNear = kept !== null && kept >= expected / ROUGHLY && kept <= expected * ROUGHLY
  return isNear ? kept : expected
}

/** Nobody else knows. A few seconds cannot be called the whole film before the whole could be over. */
function lengthByThemselves(evidence: LengthEvidence): number {
  const { reported, kept, openFor } = evidence
  if (kept === null || reported >= kept || kept > LONGEST_FILM_IN_SECONDS) return reported
  return openFor >= kept * SHORTEST_WATCH || isBorneOut(evidence) ? reported : kept
}
