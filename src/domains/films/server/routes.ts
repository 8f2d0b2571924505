import type { FastifyReply } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Serve } from '../../../http/server/serve.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { NamedLocks } from '../../../platform/database/named-locks.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { t } from '../../../shared/i18n/translate.ts'
import {
  deleteCaptions,
  deleteFilm,
  deleteMissing,
  getFilm,
  listFilms,
  putCaptions,
  putChapters,
} from '../contract.ts'
import { leaveOut } from './browser-transcoding/leave-out.ts'
import { removeCaptions } from './captions/remove-captions.ts'
import { captionsInBytes, saveCaptions } from './captions/save-captions.ts'
import { filmCookie } from './film-cookie.ts'
import type { FilmFinisher } from './film-uploads.ts'
import { describeFilms, type Film, readFilms, readFilmsOfCourse } from './list-films.ts'
import { removeFilm } from './remove-film.ts'
import { saveChapters } from './save-chapters.ts'
import { signFilmLink } from './sign-film-link.ts'

interface FilmsDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
  mediaKey: RotatingKey
  finisher: FilmFinisher
  /** Of these films those that a draft or a publication names. */
  listNamed: (db: Database, ids: readonly string[]) => Promise<Set<string>>
  publicUrl: () => string
  /** Who makes smaller files of films. */
  madeBy: 'server' | 'browser'
}

export function filmsRoutes(serve: Serve, deps: FilmsDependencies): void {
  const { db, finisher } = deps
  const describe = (
    films: readonly Film[],
    { caller, reply }: { caller: CurrentUser; reply: FastifyReply },
  ) => {
    for (const { id, state } of films) if (state === 'uploading') finisher.finish(id)
    const { learnerId, sessionHash } = caller
    reply.header('set-cookie', filmCookie(sessionHash, { publicUrl: deps.publicUrl() }))
    const linkFor = (film: Film, path: string) =>
      signFilmLink(deps.mediaKey, path, {
        learnerId,
        sessionHash,
        courseId: film.courseId ?? '-',
        filmId: film.id,
        now: new Date(),
      })
    return describeFilms(db, films, { linkFor, madeBy: deps.madeBy })
  }

  serve(getFilm, async ({ params, ...context }) => {
    const id = params.id.toLowerCase()
    const film = (await readFilms(db, [id])).get(id)
    const [described] = film ? await describe([film], context) : []
    if (!described) throw new ProblemError('film_not_found')
    return described
  })

  serve(listFilms, async ({ query, ...context }) => {
    const films = await readFilmsOfCourse(db, query.course_id)
    return { films: await describe(films, context) }
  })

  serve(deleteFilm, async ({ params, audit }) => {
    const id = params.id.toLowerCase()
    const named = await deps.listNamed(db, [id])
    if (named.has(id)) throw new ProblemError('film_in_use')
    const isGone = await removeFilm(deps, id, (db, { filename, courseId }) =>
      audit(db, { before: { filename, course_id: courseId } }),
    )
    if (!isGone) throw new ProblemError('film_not_found')
    return { message: t('The film was removed.') }
  })

  serve(deleteMissing, async ({ params }) => ({
    missing: await leaveOut(db, { filmId: params.id.toLowerCase(), name: params.name }),
  }))

  serve(
    putCaptions,
    async ({ params, body }) => {
      const of = { filmId: params.id.toLowerCase(), language: params.language }
      const { cues } = await saveCaptions(db, { ...of, ...body })
      return { language: of.language, label: body.label, cues }
    },
    // Letters of other scripts may come as six bytes of JSON each.
    { bodyInBytes: 6 * captionsInBytes },
  )

  serve(deleteCaptions, async ({ params }) => {
    await removeCaptions(db, { filmId: params.id.toLowerCase(), language: params.language })
    return { message: t('The captions were removed.') }
  })

  serve(putChapters, async ({ params, body }) => {
    const filmId = params.id.toLowerCase()
    return { chapters: await saveChapters(db, { filmId, text: body.text }) }
  })
}
