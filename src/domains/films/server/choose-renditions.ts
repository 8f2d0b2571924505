import { type FilmFile, type RenditionName, renditionNames } from '../film-file.ts'
import { sizedRenditions } from '../plan-files.ts'
import type { Film } from './list-films.ts'

type Rendition = FilmFile & { name: RenditionName }
type Chosen = Pick<Film, 'files' | 'isPlayable' | 'state'>

/**
 * What learners may choose from, the largest first. The original only where nothing made from it does as
 * well; nothing that costs as much as a larger picture.
 */
export function listOffered(film: Chosen): Rendition[] {
  const original = find(film, 'original')
  const sized = listSized(film)
  const wanted = Math.min(1080, shorterSide(original))
  const isMatched = film.isPlayable
    ? sized.some((file) => shorterSide(file) >= wanted)
    : playsByNow(film)
  let least = Number.POSITIVE_INFINITY
  return renditionNames.flatMap((name) => {
    const file = name === 'original' && isMatched ? undefined : find(film, name)
    if (!file || file.sizeInBytes >= least) return []
    least = file.sizeInBytes
    return file
  })
}

/** False: the original does not play everywhere, and nothing that does is made of it yet. */
export function playsByNow(film: Chosen): boolean {
  return film.isPlayable || listSized(film).length > 0 || find(film, 'data_saver') !== undefined
}

/** What plays by itself, without a choice; null: nothing yet. */
export function bestRendition(film: Chosen): Rendition | null {
  return listOffered(film)[0] ?? null
}

function listSized(film: Chosen): Rendition[] {
  return (['1080p', '720p', '480p'] as const).flatMap((name) => find(film, name) ?? [])
}

function find({ files }: Chosen, name: RenditionName): Rendition | undefined {
  return files.find((file): file is Rendition => file.name === name)
}

/** By which sizes are named; of what is not known, that of the largest. */
function shorterSide(file: FilmFile | undefined): number {
  return Math.min(file?.width ?? sizedRenditions['1080p'], file?.height ?? sizedRenditions['1080p'])
}
