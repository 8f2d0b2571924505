import { msg } from '../../../shared/i18n/translate.ts'
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { findGaps } from './ffmpeg/find-gaps.ts'
import { mostPixels, type Probed, probeFilm } from './ffmpeg/probe-film.ts'
import { FilmProblem } from './film-problem.ts'
import { findDamage } from './find-damage.ts'
import { type FilmHeader, readFilmHeader } from './read-film-header.ts'
import {
  type Container,
  describeFileType,
  type RecognisedFilm,
  recogniseFilm,
} from './recognise-film.ts'

export interface MeasuredFilm {
  type: RecognisedFilm['type']
  container: Container
  durationInSeconds: number
  width: number | null
  height: number | null
  hasSound: boolean
  /** Whether every browser plays it as it is. */
  isPlayable: boolean
}

/** Of the longer side. */
const widestInPixels = 8192
const longestInSeconds = 24 * 3600

/** What a file is, by its content. Throws a refusal for what cannot be shown. */
export async function measureFilm(path: string, ffmpeg: Ffmpeg | null): Promise<MeasuredFilm> {
  const recognised = await recogniseFilm(path)
  if (!recognised) throw new FilmProblem(await describeFileType(path))
  const header = await readFilmHeader(path, recognised)
  refuseLarge(header)
  const measured = ffmpeg
    ? await measureClosely(path, recognised, ffmpeg)
    : measureByHeader(recognised, header)
  if (measured.durationInSeconds > longestInSeconds) {
    throw new FilmProblem(msg('This video is longer than a day. Please cut it into lessons.'))
  }
  refuseLarge(measured)
  return measured
}

/** By what the file says of itself, before anything of it is decoded, and then by what it is. */
function refuseLarge(picture: Pick<MeasuredFilm, 'width' | 'height'> | null): void {
  const [width, height] = [picture?.width ?? 0, picture?.height ?? 0]
  if (Math.max(width, height) <= widestInPixels && width * height <= mostPixels) return
  throw new FilmProblem(
    msg('The picture of this video is too large. It may have up to 8192 × 4320 pixels.'),
  )
}

async function measureClosely(
  path: string,
  recognised: RecognisedFilm,
  ffmpeg: Ffmpeg,
): Promise<MeasuredFilm> {
  const looks = [
    probeFilm(ffmpeg, path, recognised.container),
    findGaps(ffmpeg, path, recognised.container),
  ] as const
  await Promise.allSettled(looks) // none goes on reading once this has failed
  const [probed, gaps] = await Promise.all(looks)
  if (!probed || !gaps || gaps.endsAt === 0) throw cannotBeRead()
  const { saidInSeconds, width, height, audioCodec } = probed
  const damage = findDamage(gaps, saidInSeconds)
  if (damage !== null) throw new FilmProblem(damage)
  // Recordings of browsers do not say how long they are.
  const durationInSeconds = saidInSeconds ?? gaps.endsAt
  const isPlayable = playsEverywhere(recognised, probed)
  const hasSound = audioCodec !== null
  return { ...recognised, durationInSeconds, width, height, hasSound, isPlayable }
}

function measureByHeader(recognised: RecognisedFilm, header: FilmHeader | null): MeasuredFilm {
  if (recognised.type === 'video/x-matroska') {
    throw new FilmProblem(
      msg('MKV files cannot be converted on this server. Please upload an MP4.'),
    )
  }
  if (!header) throw cannotBeRead()
  return { ...recognised, ...header, hasSound: true, isPlayable: true }
}

function playsEverywhere({ type }: RecognisedFilm, probed: Probed): boolean {
  const { videoCodec, pixelFormat, audioCodec } = probed
  if (type === 'video/mp4') {
    const isCommon = videoCodec === 'h264' && /^yuvj?420p$/.test(pixelFormat)
    return isCommon && ['aac', 'mp3', null].includes(audioCodec)
  }
  return type === 'video/webm' && ['vp8', 'vp9'].includes(videoCodec)
}

function cannotBeRead(): FilmProblem {
  return new FilmProblem(
    msg('This video cannot be read: it is damaged, or of a kind that is not known here.'),
  )
}
