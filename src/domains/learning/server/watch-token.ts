import { createHmac } from 'node:crypto'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'

/** A learner opened the lessons of a course, on the database's clock. */
export interface WatchToken {
  learnerId: string
  courseId: string
  openedAt: Date
}

/** Longer than anybody watches without a network. */
const goodForInMs = 24 * 3_600_000
/** So long the film of a lesson is kept on a device, unless the academy has confirmed it again. */
export const keptForInMs = 40 * goodForInMs

/**
 * The academy's word for when the lessons were opened, or `videoId` was kept on a device. The player
 * sends it along with what it played, so that a film counts from its beginning though no report of it
 * could arrive.
 */
export function signWatchToken(
  openingKey: RotatingKey,
  opening: WatchToken & { videoId?: string },
): string {
  const moment = opening.openedAt.getTime().toString(36)
  return `${moment}.${signatureOf(openingKey.current, opening, moment)}`
}

/** When that was. Null for a word that is not ours, not this learner's and lesson's, or too old. */
export function readWatchToken(
  openingKey: RotatingKey,
  text: string,
  { videoId, now, ...of }: { learnerId: string; courseId: string; videoId: string; now: Date },
): Date | null {
  const [moment = '', signature = ''] = text.split('.')
  const isSigned = (opening: Parameters<typeof signatureOf>[1]) =>
    isSignedBy(openingKey, Buffer.from(signature), (key) =>
      Buffer.from(signatureOf(key, opening, moment)),
    )
  const isKept = isSigned({ ...of, videoId })
  if (!isKept && !isSigned(of)) return null
  const openedAt = new Date(Number.parseInt(moment, 36))
  const passedInMs = now.getTime() - openedAt.getTime()
  return passedInMs >= 0 && passedInMs <= (isKept ? keptForInMs : goodForInMs) ? openedAt : null
}

function signatureOf(
  openingKey: string,
  opening: Pick<WatchToken, 'learnerId' | 'courseId'> & { videoId?: string },
  moment: string,
): string {
  const { learnerId, courseId, videoId } = opening
  return createHmac('sha256', openingKey)
    .update(`${learnerId}\n${courseId}\n${moment}`)
    .update(videoId === undefined ? '' : `\n${videoId}`)
    .digest('base64url')
}
