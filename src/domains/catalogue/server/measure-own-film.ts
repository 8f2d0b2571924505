import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mp4LengthInSeconds, webmLengthInSeconds } from '../../films/server/read-film-header.ts'
import { recogniseVideoLink } from '../video-link.ts'

const seedFolder = fileURLToPath(new URL('../../../../seed/', import.meta.url))
const mediaFolder = '/media/'

const known = new Map<string, number | null>()

/**
 * How long a film of our own is, in seconds, from its file. Null for other links, and where the file is
 * missing or does not say. The files come with the academy, are small and never change: each is
 * read once.
 */
export function measureOwnFilm(url: string): number | null {
  if (!url.startsWith(mediaFolder)) return null
  const measured = known.get(url) ?? readLength(url)
  known.set(url, measured)
  return measured
}

function readLength(url: string): number | null {
  const link = recogniseVideoLink(url)
  if (link?.provider !== 'file' || !link.url.startsWith(mediaFolder)) return null
  try {
    const path = decodeURIComponent(new URL(link.url, 'http://own.invalid').pathname)
    if (path.includes('..')) return null
    const file = readFileSync(`${seedFolder}${path.slice(1)}`)
    return link.kind === 'mp4' ? mp4LengthInSeconds(file) : webmLengthInSeconds(file)
  } catch {
    return null // no such file: players tell
  }
}
