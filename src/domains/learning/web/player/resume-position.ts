/** Who stopped this near to the end starts the video over. */
const START_OVER_WITHIN_IN_SECONDS = 3

/** Where to go on, once the length is known: where the learner stopped, or the beginning. */
export function resumePosition(startAtInSeconds: number, durationInSeconds: number): number {
  const isAtEnd = startAtInSeconds > durationInSeconds - START_OVER_WITHIN_IN_SECONDS
  return isAtEnd ? 0 : startAtInSeconds
}
