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

/** The lesson that was kept on a device, and where its film comes from: another film was not kept. */
type Kept = { videoId: string; url: string }

/**
 * The academy's word for when the lessons were opened, or one was kept on a device. The player
 * sends it along with what it played, so that a film counts from its beginning though no report of it
 * could arrive.
 */
export function signWatchToken(
  openingKey: RotatingKey,
  opening: WatchToken & { kept?: Kept },
): string {
  const moment = opening.openedAt.getTime().toString(36)
  return `${moment}.${signatureOf(openingKey.current, opening, moment)}`
}

/** When that was. Null for a word that is not ours, not this learner's, lesson's and film's, or too old. */
export function readWatchToken(
  openingKey: RotatingKey,
  text: string,
  { kept, now, ...of }: { learnerId: string; courseId: string; kept: Kept; now: Date },
): Date | null {
  const isKept = isWordOf(openingKey, text, { ...of, kept })
  if (!isKept && !isWordOf(openingKey, text, of)) return null
  const [moment = ''] = text.split('.')
  const openedAt = new Date(Number.parseInt(moment, 36))
  const passedInMs = now.getTime() - openedAt.getTime()
  return passedInMs >= 0 && passedInMs <= (isKept ? keptForInMs : goodForInMs) ? openedAt : null
}

/** Whether it was said of this course, or with `kept` of a film from that address, however long ago. */
export function isWordOf(
  openingKey: RotatingKey,
  text: string,
  of: Pick<WatchToken, 'learnerId' | 'courseId'> & { kept?: Kept },
): boolean {
  const [moment = '', signature = ''] = text.split('.')
  return isSignedBy(openingKey, Buffer.from(signature), (key) =>
    Buffer.from(signatureOf(key, of, moment)),
  )
}

function signatureOf(
  openingKey: string,
  { learnerId, courseId, kept }: Pick<WatchToken, 'learnerId' | 'courseId'> & { kept?: Kept },
  moment: string,
): string {
  return createHmac('sha256', openingKey)
    .update(`${learnerId}\n${courseId}\n${moment}`)
    .update(kept ? `\n${kept.videoId}\n${kept.url}` : '')
    .digest('base64url')
}
