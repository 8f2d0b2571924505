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

/**
 * The academy's word for when the lessons were opened. The player sends it along with what it played,
 * so that a film counts from its beginning though no report of it could arrive.
 */
export function signWatchToken(openingKey: RotatingKey, opening: WatchToken): string {
  const moment = opening.openedAt.getTime().toString(36)
  return `${moment}.${signatureOf(openingKey.current, opening, moment)}`
}

/** When that was. Null for a word that is not ours, not this learner's and course's, or too old. */
export function readWatchToken(
  openingKey: RotatingKey,
  text: string,
  of: { learnerId: string; courseId: string; now: Date },
): Date | null {
  const [moment = '', signature = ''] = text.split('.')
  const sign = (key: string) => Buffer.from(signatureOf(key, of, moment))
  if (!isSignedBy(openingKey, Buffer.from(signature), sign)) return null
  const openedAt = new Date(Number.parseInt(moment, 36))
  const passedInMs = of.now.getTime() - openedAt.getTime()
  return passedInMs >= 0 && passedInMs <= goodForInMs ? openedAt : null
}

function signatureOf(
  openingKey: string,
  { learnerId, courseId }: Pick<WatchToken, 'learnerId' | 'courseId'>,
  moment: string,
): string {
  return createHmac('sha256', openingKey)
    .update(`${learnerId}\n${courseId}\n${moment}`)
    .digest('base64url')
}
