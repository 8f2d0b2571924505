import { createHmac } from 'node:crypto'
import { extname } from 'node:path'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'

const mediaFolder = '/media/'
const stepInSeconds = 1800
const lifetimeInSeconds = 2 * stepInSeconds

/** For whom a link is made, and in which course. */
interface Viewing {
  learnerId: string
  courseId: string
  /** Set: support looks at the learner's account, and the link is good only as long as that session. */
  viewHash?: Buffer | undefined
}

interface MediaLink extends Viewing {
  /** Decoded, below the host. */
  path: string
  key: string
  /** Seconds since 1970. */
  until: number
}

/** True for a link that has to be signed before anybody can play it. */
export function isOwnMedia(url: string): boolean {
  return url.startsWith(mediaFolder)
}

/**
 * Lets one learner play one of our own files for half an hour to an hour, as long as the course is
 * theirs; other links stay as they are. Links made within half an hour are the same, so that browsers
 * keep what they have loaded.
 */
export function signMediaLink(
  mediaKey: RotatingKey,
  url: string,
  { now, ...viewing }: Viewing & { now: Date },
): string {
  if (!isOwnMedia(url)) return url
  const link = new URL(url, 'http://own.invalid')
  const path = readPath(link.pathname)
  if (path === null) return url
  const step = Math.floor(now.getTime() / 1000 / stepInSeconds)
  const until = step * stepInSeconds + lifetimeInSeconds
  link.searchParams.set('learner', viewing.learnerId)
  link.searchParams.set('course', viewing.courseId)
  link.searchParams.set('until', String(until))
  if (viewing.viewHash) link.searchParams.set('view', viewing.viewHash.toString('base64url'))
  link.searchParams.set('key', keyFor(mediaKey.current, { ...viewing, path, until }))
  return `${link.pathname}${link.search}${link.hash}`
}

/** Opens a preview lesson's file, or a trailer's, for everybody, as long as it is one. */
export function previewMediaLink(url: string, courseId: string): string {
  if (!isOwnMedia(url)) return url
  const link = new URL(url, 'http://own.invalid')
  link.searchParams.set('preview', courseId)
  return `${link.pathname}${link.search}${link.hash}`
}

/** True for the same file as `path`, or what lies beside it under the same name: captions. */
export function isSameMedia(url: string, path: string): boolean {
  if (!isOwnMedia(url)) return false
  const own = readPath(new URL(url, 'http://own.invalid').pathname)
  return own !== null && withoutExtension(own) === withoutExtension(path)
}

/**
 * True if a link was signed by us for this learner, course and path, and is not too old. Whether the
 * course is still theirs is another question.
 */
export function isMediaLinkGood(mediaKey: RotatingKey, link: MediaLink, now: Date): boolean {
  if (!(link.until * 1000 > now.getTime())) return false
  return isSignedBy(mediaKey, Buffer.from(link.key), (key) => Buffer.from(keyFor(key, link)))
}

/** The extension is left out, so that a video's captions beside it open with the same key. */
function keyFor(
  mediaKey: string,
  { path, until, learnerId, courseId, viewHash }: Omit<MediaLink, 'key'>,
): string {
  const name = withoutExtension(path)
  const view = viewHash ? `view ${viewHash.toString('base64url')}\n` : ''
  return createHmac('sha256', mediaKey)
    .update(`${view}${learnerId}\n${courseId}\n${until}\n${name}`)
    .digest('base64url')
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length)
}

function readPath(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
