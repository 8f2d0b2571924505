import { formatTime } from '../../../shared/format-time.ts'
import type { Gap, Gaps } from './ffmpeg/find-gaps.ts'

/** Ends of picture and sound lie that far apart in many a whole film. */
const mostMissingInSeconds = 2
const leastLossInSeconds = 1

/** A sentence if a file does not have all of the film that it tells of; null: nothing is missing. */
export function findDamage(file: Gaps, saidToLastInSeconds: number | null): string | null {
  if (saidToLastInSeconds !== null && file.endsAt < saidToLastInSeconds - mostMissingInSeconds) {
    return tellCut(file.endsAt, saidToLastInSeconds)
  }
  // A picture may stand still, and a voice may be silent; not both.
  const hole = file.picture.find((gap) =>
    file.sound.some((other) => overlap(gap, other) > leastLossInSeconds),
  )
  return hole ? tellHole(hole) : null
}

/** The same of what was decoded of a file, which has more gaps than the file if some of it is no film. */
export function findLoss(file: Gaps, decoded: Gaps): string | null {
  for (const kind of ['picture', 'sound'] as const) {
    const lost = decoded[kind].find((gap) => {
      const known = file[kind].reduce((sum, other) => sum + Math.max(0, overlap(gap, other)), 0)
      return gap[1] - gap[0] - known > leastLossInSeconds
    })
    if (lost) return tellHole(lost)
  }
  const isCut = decoded.endsAt < file.endsAt - mostMissingInSeconds
  return isCut ? tellCut(decoded.endsAt, file.endsAt) : null
}

function overlap([from, to]: Gap, [otherFrom, otherTo]: Gap): number {
  return Math.min(to, otherTo) - Math.max(from, otherFrom)
}

function tellCut(endsAt: number, saidToLast: number): string {
  return `This video is not whole: it stops at ${formatTime(endsAt)} of ${formatTime(saidToLast)}. Please look at the file and upload it again.`
}

function tellHole([from, to]: Gap): string {
  return `This video is damaged: nothing can be played from ${formatTime(from)} to ${formatTime(to)}. Please look at the file and upload it again.`
}
