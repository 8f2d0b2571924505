import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import { sendMedia } from '../../../http/server/send-media.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { bearerToken, hashToken } from '../../accounts/server/sessions.ts'
import { readVtt } from '../../films/server/captions/read-vtt.ts'
import { readFilmCookie } from '../../films/server/film-cookie.ts'
import { type Film, filmId as filmIdForm, readFilms } from '../../films/server/list-films.ts'
import { filmPath } from '../../films/server/sign-film-link.ts'
import {
  type FilmGateDependencies,
  type FilmRequest,
  mayWatchFilm,
  stillMayWatchFilm,
} from './may-watch-film.ts'

/** So often who gets a long answer is looked at again. */
const checkedEveryInMs = 20_000

interface FilmRoutesDependencies extends FilmGateDependencies {
  media: MediaStore
  mediaAccel: string | undefined
}

interface FilmFileRequest {
  Params: { id: string; file: string }
}

/** The academy's own films, for the session that a link was signed for; of previews for everybody. */
export function filmRoutes(app: FastifyInstance, deps: FilmRoutesDependencies): void {
  const url = '/films/:id/:file'
  const schema = { hide: true }
  const send = async (request: FastifyRequest<FilmFileRequest>, reply: FastifyReply) => {
    const { id: filmId } = request.params
    const asked = await requireViewer(deps, request, reply)
    const film = await findFilm(deps, filmId)
    const file = film?.files.find((one) => filmPath(filmId, one) === asked.path)
    if (!file) throw new ProblemError('film_not_found')
    if (request.method === 'GET') {
      endOnceForbidden(request, reply, () => stillMayWatchFilm(deps, asked))
    }
    const { key, sizeInBytes, type, sha256 } = file
    const sent = { key, sizeInBytes, type, sha256 }
    return sendMedia(request, reply, { media: deps.media, file: sent, accel: deps.mediaAccel })
  }
  app.route({ method: 'GET', url, schema, exposeHeadRoute: false, handler: send })
  app.route({ method: 'HEAD', url, schema, handler: send })

  app.route<{ Params: { id: string; language: string } }>({
    method: ['GET', 'HEAD'],
    url: '/films/:id/captions/:language.vtt',
    schema,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id: filmId, language } = request.params
      await requireViewer(deps, request, reply)
      const vtt = await readVtt(deps.db, { filmId, language })
      if (vtt === null) throw new ProblemError('captions_not_found')
      const etag = `"${hash('sha256', vtt, 'base64url')}"`
      reply.headers({
        'cache-control': 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        etag,
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('text/vtt; charset=utf-8').send(vtt)
    },
  })
}

/** Refuses who may not watch the film that is asked for. */
async function requireViewer(
  deps: FilmRoutesDependencies,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FilmRequest> {
  const { id: filmId } = request.params
  if (!filmIdForm.test(filmId)) throw new ProblemError('film_not_found')
  const [path = ''] = request.url.split('?')
  const asked = { filmId, path, query: request.query, sessionHash: sessionHashOf(request) }
  if (await mayWatchFilm(deps, asked)) return asked
  reply.header('cache-control', 'no-store')
  throw new ProblemError('not_allowed', {
    detail: t('This link is not good any more. Please open the course again.'),
  })
}

/** Players bring the cookie; a program may show its token, as for calls. */
function sessionHashOf({ headers }: FastifyRequest): Buffer | null {
  const token = bearerToken(headers.authorization)
  return readFilmCookie(headers.cookie) ?? (token === null ? null : hashToken(token))
}

async function findFilm(
  { db, cache }: FilmRoutesDependencies,
  filmId: string,
): Promise<Film | undefined> {
  const { film } = await cache.find(`film ${filmId}`, async () => {
    const film = (await readFilms(db, [filmId])).get(filmId)
    const isKept = film !== undefined
    return { value: { film }, sizeInBytes: 3000, tags: [`film:${filmId}`], isKept }
  })
  return film
}

/** A whole film can take an hour to send: it ends when the right to watch it does. */
function endOnceForbidden(
  request: FastifyRequest,
  reply: FastifyReply,
  mayGoOn: () => Promise<boolean>,
): void {
  const check = async (): Promise<void> => {
    if (!(await mayGoOn())) reply.raw.destroy()
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => request.log.error({ err: error }, 'film not checked again'))
  }, checkedEveryInMs)
  timer.unref()
  reply.raw.once('close', () => clearInterval(timer))
}
