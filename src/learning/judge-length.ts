/** So many other learners' players make a length believable. */
export const WITNESSES = 3
/** Players of one film differ by a frame or a second, never by a tenth. */
const BELIEVABLE_PART = 0.9

/**
 * The length to reckon with. The server has only the learners' own players to measure a video, so
 * a length may grow but never shrink: otherwise a few seconds of a film, called the whole of it,
 * would complete it. A first report far below what several others measured counts as theirs.
 */
export function judgeDuration(report: {
  durationInSeconds: number
  /** Null: this is the learner's first report of the video. */
  keptInSeconds: number | null
  /** The middle of what others measured; null while fewer than `WITNESSES` have. */
  usualInSeconds: number | null
}): number {
  const { durationInSeconds, keptInSeconds, usualInSeconds } = report
  if (keptInSeconds !== null) return Math.max(keptInSeconds, durationInSeconds)
  const isTooShort = usualInSeconds !== null && durationInSeconds < usualInSeconds * BELIEVABLE_PART
  return isTooShort ? usualInSeconds : durationInSeconds
}
