import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

/** From the movie header (ISO 14496-12, 8.2.2). */
export function mp4LengthInSeconds(file: Buffer): number | null {
  const at = file.indexOf('mvhd', 0, 'latin1') + 4
  if (at < 4 || at + 32 > file.length) return null
  const isLong = file[at] === 1
  const unitsInSecond = file.readUInt32BE(at + (isLong ? 20 : 12))
  const length = isLong ? Number(file.readBigUInt64BE(at + 24)) : file.readUInt32BE(at + 16)
  return positive(length / unitsInSecond)
}

const webmDuration = Buffer.from([0x44, 0x89])
const webmTimestampScale = Buffer.from([0x2a, 0xd7, 0xb1])
/** The segment's information stands near the beginning. */
const webmHeaderInBytes = 4096

/** From the segment's information (RFC 9559, 5.1.2); Matroska's files are alike. */
export function webmLengthInSeconds(file: Buffer): number | null {
  const header = file.subarray(0, webmHeaderInBytes)
  const scaleAt = header.indexOf(webmTimestampScale)
  const scaleBytes = scaleAt < 0 ? 0 : (header[scaleAt + 3] ?? 0) & 0x0f
  const unitInNanoseconds =
    scaleBytes > 0 && scaleBytes <= 6 ? header.readUIntBE(scaleAt + 4, scaleBytes) : 1_000_000
  const at = header.indexOf(webmDuration)
  if (at < 0) return null
  if (header[at + 2] === 0x88)
    return positive((header.readDoubleBE(at + 3) * unitInNanoseconds) / 1e9)
  if (header[at + 2] === 0x84)
    return positive((header.readFloatBE(at + 3) * unitInNanoseconds) / 1e9)
  return null
}

function positive(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
