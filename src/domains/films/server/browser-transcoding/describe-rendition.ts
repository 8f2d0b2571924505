import { UploadProblem } from '../../../files/server/uploads.ts'
import type { FilmFile, FilmFileName } from '../../film-file.ts'
import { sizedRenditions } from '../../plan-files.ts'
import { type PictureSize, planPosterSize, planSpriteGrid } from '../../plan-pictures.ts'
import { type Movie, readMovie } from '../read-film-header.ts'
import { readJpegSize } from './read-jpeg-size.ts'

/** Of the film that a file is said to be made of. */
export interface MadeFrom {
  durationInSeconds: number
  original: FilmFile
}

type Described = Pick<FilmFile, 'type' | 'width' | 'height' | 'grid'>

const differsByInSeconds = 1
export const pictureInBytes = 20 * 1024 * 1024
const dataSaverSide = 240
/** Encoders round to whole dots. */
const roundingInPixels = 2

/** What a file is that a browser made of a film, by its content. Throws a refusal for anything else. */
export async function describeRendition(
  path: string,
  { name, from }: { name: FilmFileName; from: MadeFrom },
): Promise<Described> {
  if (name === 'poster' || name === 'sprite') {
    const size = await readJpegSize(path)
    const described = size && describePicture(name, size, from)
    if (!described) throw refuse('This is not the picture that was asked for.')
    return described
  }
  if (name === 'data_saver_parts') throw refuse('The server makes this by itself.')
  const movie = await readMovie(path)
  if (!movie) throw refuse('This file is not an MP4, or not whole.')
  const isAsLong = Math.abs(movie.durationInSeconds - from.durationInSeconds) <= differsByInSeconds
  if (!isAsLong) throw refuse('This file is not as long as the film.')
  if (!movie.isFastStart || !movie.isCommon) {
    throw refuse('This file must be H.264 and AAC with its index in front.')
  }
  return name === 'sound_only' ? describeSound(movie) : describeSized(name, movie, from.original)
}

function describeSound({ hasSound, hasPicture }: Movie): Described {
  if (!hasSound || hasPicture) throw refuse('This file is not sound alone.')
  return { type: 'audio/mp4', width: null, height: null, grid: null }
}

function describeSized(
  name: Exclude<FilmFileName, 'poster' | 'sprite' | 'sound_only' | 'data_saver_parts'>,
  { hasPicture, width, height }: Movie,
  original: FilmFile,
): Described {
  if (!hasPicture || width === null || height === null) {
    throw refuse('This file has no picture.')
  }
  const named =
    name === 'data_saver' ? dataSaverSide : name === 'original' ? 0 : sizedRenditions[name]
  const most = Math.min(named, shorterSide(original) ?? named)
  if (Math.min(width, height) > most + roundingInPixels) {
    throw refuse('The picture of this file is larger than it should be.')
  }
  return { type: 'video/mp4', width, height, grid: null }
}

/** Of an original whose size is not known, the picture's own is taken. */
function describePicture(
  name: 'poster' | 'sprite',
  size: PictureSize,
  { original, durationInSeconds }: MadeFrom,
): Described | null {
  const { width, height } = original
  if (name === 'poster') {
    const most = planPosterSize(width && height ? { width, height } : size)
    const isAllowed = Math.max(size.width, size.height) <= Math.max(most.width, most.height)
    return isAllowed ? { type: 'image/jpeg', ...size, grid: null } : null
  }
  const { grid } = planSpriteGrid({ durationInSeconds, ...size })
  const one = { width: size.width / grid.columns, height: size.height / grid.rows }
  const isWhole = Number.isInteger(one.width) && Number.isInteger(one.height)
  return isWhole && Math.max(one.width, one.height) <= 160
    ? { type: 'image/jpeg', ...one, grid }
    : null
}

function shorterSide({ width, height }: FilmFile): number | null {
  return width === null || height === null ? null : Math.min(width, height)
}

function refuse(sentence: string): UploadProblem {
  return new UploadProblem(415, sentence)
}
