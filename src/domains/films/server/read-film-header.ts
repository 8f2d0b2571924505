import { type FileHandle, open } from 'node:fs/promises'
import { FilmProblem } from './film-problem.ts'
import { type RecognisedFilm, soundAlone } from './recognise-film.ts'

/** The part of an MP4 that tells of its films; those of many hours stay far below this. */
const longestMovieBoxInBytes = 64 * 1024 * 1024
const webmHeaderInBytes = 1024 * 1024

export interface FilmHeader {
  durationInSeconds: number
  width: number | null
  height: number | null
}

/** What an MP4 says of itself. */
export interface Movie extends FilmHeader {
  hasPicture: boolean
  hasSound: boolean
  /** The index stands before what it describes: it plays before all of it is there. */
  isFastStart: boolean
  /** H.264 and AAC, which play everywhere. */
  isCommon: boolean
}

/** What the file says of itself, where there is no ffprobe to look closer. Null: nothing that plays. */
export async function readFilmHeader(
  path: string,
  { container }: RecognisedFilm,
): Promise<FilmHeader | null> {
  const file = await open(path)
  try {
    if (container === 'matroska') return await readWebm(file)
    const movie = await readMp4(file)
    if (movie?.hasSound && !movie.hasPicture) throw new FilmProblem(soundAlone)
    if (!movie?.hasPicture) return null
    const { durationInSeconds, width, height } = movie
    return { durationInSeconds, width, height }
  } finally {
    await file.close()
  }
}

/** Null: no MP4 that plays to its end. */
export async function readMovie(path: string): Promise<Movie | null> {
  const file = await open(path)
  try {
    return await readMp4(file)
  } finally {
    await file.close()
  }
}

/** The movie box stands before or behind the bytes that it describes (ISO 14496-12, 8.2). */
async function readMp4(file: FileHandle): Promise<Movie | null> {
  const { size: end } = await file.stat()
  let isFastStart = true
  let movie: Movie | null = null
  for (let at = 0; at + 8 <= end; ) {
    const head = await readAt(file, at, 16)
    const name = head.toString('latin1', 4, 8)
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    // What some programs leave behind the last box harms nobody.
    if (size < 8) return movie
    // What is cut at the end does not play to its end.
    if (at + size > end) return null
    if (name === 'moov') {
      if (size > longestMovieBoxInBytes) return null
      movie = readMovieBox(await readAt(file, at, size), isFastStart)
      if (!movie) return null
    }
    if (name === 'mdat') isFastStart = false
    at += size
  }
  return movie
}

function readMovieBox(movie: Buffer, isFastStart: boolean): Movie | null {
  const durationInSeconds = mp4LengthInSeconds(movie)
  if (durationInSeconds === null) return null
  const has = (word: string) => movie.includes(word, 0, 'latin1')
  const [hasPicture, hasSound] = [has('vide'), has('soun')]
  const isCommon = (!hasPicture || has('avc1')) && (!hasSound || has('mp4a'))
  const told = { hasPicture, hasSound, isFastStart, isCommon }
  return { durationInSeconds, ...readPictureSize(movie), ...told }
}

/** From the movie header (ISO 14496-12, 8.2.2). Null: it does not say. */
export function mp4LengthInSeconds(movie: Buffer): number | null {
  const at = movie.indexOf('mvhd', 0, 'latin1') + 4
  if (at < 4 || at + 32 > movie.length) return null
  const isLong = movie[at] === 1
  const unitsInSecond = movie.readUInt32BE(at + (isLong ? 20 : 12))
  const length = isLong ? Number(movie.readBigUInt64BE(at + 24)) : movie.readUInt32BE(at + 16)
  return positive(length / unitsInSecond)
}

/** From the first track that has one. */
function readPictureSize(movie: Buffer): Pick<FilmHeader, 'width' | 'height'> {
  for (let at = movie.indexOf('tkhd', 0, 'latin1'); at >= 0; ) {
    const sizeAt = at + 4 + (movie[at + 4] === 1 ? 88 : 76)
    if (sizeAt + 8 > movie.length) break
    const [width, height] = [movie.readUInt16BE(sizeAt), movie.readUInt16BE(sizeAt + 4)]
    if (width > 0 && height > 0) return { width, height }
    at = movie.indexOf('tkhd', at + 4, 'latin1')
  }
  return { width: null, height: null }
}

const timestampScale = Buffer.from([0x2a, 0xd7, 0xb1])
const duration = Buffer.from([0x44, 0x89])

async function readWebm(file: FileHandle): Promise<FilmHeader | null> {
  const durationInSeconds = webmLengthInSeconds(await readAt(file, 0, webmHeaderInBytes))
  return durationInSeconds === null ? null : { durationInSeconds, width: null, height: null }
}

/** From the segment's information (RFC 9559, 5.1.2), near the beginning. Null: it does not say. */
export function webmLengthInSeconds(header: Buffer): number | null {
  const scaleAt = header.indexOf(timestampScale)
  const scaleBytes = scaleAt < 0 ? 0 : (header[scaleAt + 3] ?? 0) & 0x0f
  const isScaleRead = scaleBytes > 0 && scaleBytes <= 6 && scaleAt + 4 + scaleBytes <= header.length
  const unitInNanoseconds = isScaleRead ? header.readUIntBE(scaleAt + 4, scaleBytes) : 1_000_000
  const at = header.indexOf(duration)
  if (at < 0 || at + 11 > header.length) return null
  const size = (header[at + 2] ?? 0) & 0x0f
  if (size !== 4 && size !== 8) return null
  const units = size === 8 ? header.readDoubleBE(at + 3) : header.readFloatBE(at + 3)
  return positive((units * unitInNanoseconds) / 1e9)
}

function positive(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat()
  const wanted = Math.max(0, Math.min(length, size - position))
  const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, position)
  return buffer.subarray(0, bytesRead)
}
