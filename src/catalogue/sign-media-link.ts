import { createHmac, timingSafeEqual } from 'node:crypto'
import { extname } from 'node:path'

const mediaFolder = '/media/'
const hourInSeconds = 3600
const lifetimeInSeconds = 12 * hourInSeconds

/**
 * Lets whoever has the link play one of our own files for twelve hours; other links stay as they
 * are. Links made within an hour are the same, so that browsers keep what they have loaded.
 */
export function signMediaLink(mediaKey: string, url: string, now: Date): string {
  if (!url.startsWith(mediaFolder)) return url
  const link = new URL(url, 'http://own.invalid')
  const path = readPath(link.pathname)
  if (path === null) return url
  const nowInHours = Math.ceil(now.getTime() / 1000 / hourInSeconds)
  const until = nowInHours * hourInSeconds + lifetimeInSeconds
  link.searchParams.set('until', String(until))
  link.searchParams.set('key', keyFor(mediaKey, path, until))
  return `${link.pathname}${link.search}${link.hash}`
}

/** True if a link to this path (decoded, below the host) was signed by us and is still good. */
export function isMediaLinkGood(
  mediaKey: string,
  link: { path: string; key: string; until: number },
  now: Date,
): boolean {
  if (!(link.until * 1000 > now.getTime())) return false
  const expected = Buffer.from(keyFor(mediaKey, link.path, link.until))
  const given = Buffer.from(link.key)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The extension is left out, so that a video's captions beside it open with the same key. */
function keyFor(mediaKey: string, path: string, until: number): string {
  const name = path.slice(0, path.length - extname(path).length)
  return createHmac('sha256', mediaKey).update(`${name}\n${until}`).digest('base64url')
}

function readPath(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
