import type { FastifyInstance } from 'fastify'
import { acceptPictures } from '../../../../http/server/accept-pictures.ts'
import { etagOf } from '../../../../http/server/pages/pack.ts'
import {
  type PreparedResponse,
  preparePacked,
  send,
} from '../../../../http/server/prepared-response.ts'
import type { Made, ResponseCache } from '../../../../http/server/response-cache.ts'
import type { Serve } from '../../../../http/server/serve.ts'
import { picturePath } from '../../../../shared/figures/own-picture.ts'
import { uploadPicture } from '../../contract.ts'
import { keepPicture, type PictureDependencies } from './keep-picture.ts'
import { readLargestPicture, readPicture } from './read-picture.ts'

interface PictureRoutesDependencies extends PictureDependencies {
  cache: Pick<ResponseCache, 'find'>
  /** A `serve` of this scope. */
  serveIn: (app: FastifyInstance) => Serve
}

/** Uploads for administrators, and what was uploaded for everybody. */
export function pictureRoutes(app: FastifyInstance, deps: PictureRoutesDependencies): void {
  void app.register(async (app) => {
    const readBody = acceptPictures(app, { otherwise: 'picture_type_wrong', megabytesAtMost: 10 })
    deps.serveIn(app)(uploadPicture, async ({ request, query, caller }) => {
      const content = await readBody(request.body)
      return keepPicture(deps, { content, shape: query.shape, by: caller.learnerId })
    })
  })

  const hidden = { schema: { hide: true } }
  app.get<{ Params: { id: string } }>('/pictures/:id', hidden, async (request, reply) => {
    const { id } = request.params
    const read = () => readLargestPicture(deps.media, id)
    return send(reply, await deps.cache.find(picturePath(id), () => prepare(read)))
  })
  app.get<{ Params: { id: string; size: string } }>(
    '/pictures/:id/:size',
    hidden,
    async (request, reply) => {
      const { id, size } = request.params
      const read = () => readPicture(deps.media, id, size)
      const key = `${picturePath(id)}/${encodeURIComponent(size)}`
      return send(reply, await deps.cache.find(key, () => prepare(read)))
    },
  )
}

/** An address shows the same picture for ever. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

async function prepare(
  read: () => Promise<{ content: Buffer; type: string } | null>,
): Promise<Made<PreparedResponse>> {
  const found = await read()
  if (!found) return missing
  const { content, type } = found
  const packed = { plain: content, br: null, gzip: null, etag: etagOf(content) }
  const value = preparePacked(packed, { ...headers, 'content-type': type })
  return { value, sizeInBytes: content.length }
}

const noPicture = Buffer.from('There is no such picture.')
const missing: Made<PreparedResponse> = {
  value: preparePacked(
    { plain: noPicture, br: null, gzip: null, etag: etagOf(noPicture) },
    { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    404,
  ),
  sizeInBytes: noPicture.length,
  isKept: false,
}
