import type { FastifyInstance } from 'fastify'
import { pack } from '../../../http/server/pages/pack.ts'
import { preparePacked, send } from '../../../http/server/prepared-response.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import { paths } from '../../../paths.ts'
import { drawCoverFigures } from '../../../shared/figures/draw-cover-figures.ts'

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=604800',
  'cross-origin-resource-policy': 'same-origin',
}

/** The one file that every drawn cover is made of; drawn once, and always the same. */
export function coverFiguresRoutes(
  app: FastifyInstance,
  { cache }: { cache: Pick<ResponseCache, 'find'> },
): void {
  app.get(paths.coverFigures, { schema: { hide: true } }, async (_, reply) => {
    const file = await cache.find(paths.coverFigures, async () => {
      const value = preparePacked(await pack(Buffer.from(drawCoverFigures()), 11), headers)
      return { value, sizeInBytes: value.sizeInBytes }
    })
    return send(reply, file)
  })
}
