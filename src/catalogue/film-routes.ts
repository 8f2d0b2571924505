import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Film, filmId as filmIdForm, readFilms } from '../films/list-films.ts'
import { filmPath } from '../films/sign-film-link.ts'
import { ProblemError } from '../http/problem.ts'
import { sendMedia } from '../http/send-media.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { type FilmGateDependencies, mayWatchFilm, stillMayWatchFilm } from './may-watch-film.ts'

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
    if (!filmIdForm.test(filmId)) throw new ProblemError('film_not_found')
    const asked = { filmId, query: request.query, cookies: request.headers.cookie }
    if (!(await mayWatchFilm(deps, asked))) {
      reply.header('cache-control', 'no-store')
      throw new ProblemError('not_allowed', {
        detail: 'This link is not good any more. Please open the course again.',
      })
    }
    const film = await findFilm(deps, filmId)
    const file = film?.files.find((one) => filmPath(filmId, one) === request.url.split('?')[0])
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
