/** As lessons tell their length: `15 min`. */
export function tellDuration(durationInSeconds: number): string {
  const seconds = Math.max(1, Math.round(durationInSeconds))
  return seconds < 60 ? `${seconds} sec` : `${Math.round(seconds / 60)} min`
}

/** What a lesson says of its length once it has another film; what somebody has written stays. */
export function retellDuration(
  stated: string,
  films: { before: number | null; now: number | null },
): string {
  const { before, now } = films
  const isFree = stated.trim() === '' || (before !== null && stated === tellDuration(before))
  return isFree && now !== null ? tellDuration(now) : stated
}
