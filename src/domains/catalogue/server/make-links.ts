import type { RotatingKey } from '../../../platform/secrets.ts'
import type { Film } from '../../films/server/list-films.ts'
import { type FilmViewing, signFilmLink } from '../../films/server/sign-film-link.ts'
import { describeFilm, previewFilmLink } from './describe-film.ts'
import type { LinkMaker } from './read-courses.ts'
import { previewMediaLink, signMediaLink } from './sign-media-link.ts'

type Films = ReadonlyMap<string, Film>

/** Links that play for one session alone, now; those of files outlive it, unless it is a view. */
export function linksForViewer(
  mediaKey: RotatingKey,
  films: Films,
  { isView = false, ...viewing }: FilmViewing & { isView?: boolean },
): LinkMaker {
  const signed = { ...viewing, now: new Date() }
  const viewHash = isView ? viewing.sessionHash : undefined
  return {
    linkFor: (url) => signMediaLink(mediaKey, url, { ...signed, viewHash }),
    filmFor: (filmId) =>
      describeFilm(films.get(filmId), (path) =>
        signFilmLink(mediaKey, path, { ...signed, filmId }),
      ),
  }
}

/** Links that play for everybody, as long as the lesson is free to see. */
export function linksForVisitors(films: Films, courseId: string): LinkMaker {
  return {
    linkFor: (url) => previewMediaLink(url, courseId),
    filmFor: (filmId) => describeFilm(films.get(filmId), (path) => previewFilmLink(path, courseId)),
  }
}
