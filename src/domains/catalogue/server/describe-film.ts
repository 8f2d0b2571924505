import type { FilmFile } from '../../films/film-file.ts'
import { bestRendition, listOffered } from '../../films/server/choose-renditions.ts'
import type { Film } from '../../films/server/list-films.ts'
import { captionsPath, filmPath } from '../../films/server/sign-film-link.ts'
import type { Course } from '../contract.ts'

type OwnFilm = NonNullable<Course['modules'][number]['videos'][number]['film']>

/** Opens a preview lesson's film for everybody, as long as the lesson is one. */
export function previewFilmLink(path: string, courseId: string): string {
  return `${path}?${new URLSearchParams({ preview: courseId }).toString()}`
}

/** What a player gets of a film, and the address that plays without a choice. Null: nothing plays. */
export function describeFilm(
  film: Film | undefined,
  linkFor: (path: string) => string,
): { url: string; film: OwnFilm } | null {
  const best = film && bestRendition(film)
  if (!film || !best || film.durationInSeconds === null) return null
  const link = (file: FilmFile) => linkFor(filmPath(film.id, file))
  const parts = film.files.find(({ name }) => name === 'data_saver_parts')
  const poster = film.files.find(({ name }) => name === 'poster')
  const described: OwnFilm = {
    duration_in_seconds: film.durationInSeconds,
    poster: poster ? link(poster) : null,
    renditions: listOffered(film).map((file) => ({
      name: file.name,
      height: file.height,
      bits_per_second: file.bitsPerSecond,
      size_in_bytes: file.sizeInBytes,
      url: link(file),
      ...(file.name === 'data_saver' && parts && { parts_url: link(parts) }),
    })),
    captions: film.captions.map((one) => ({
      ...one,
      url: linkFor(captionsPath(film.id, one.language)),
    })),
    chapters: film.chapters,
    sprite: describeSprite(film, link),
  }
  return { url: link(best), film: described }
}

function describeSprite(film: Film, link: (file: FilmFile) => string): OwnFilm['sprite'] {
  const sprite = film.files.find(({ name }) => name === 'sprite')
  if (!sprite?.grid || sprite.width === null || sprite.height === null) return null
  const { width, height, grid } = sprite
  return { url: link(sprite), ...grid, width, height }
}
