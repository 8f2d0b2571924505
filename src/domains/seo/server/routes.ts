import type { FastifyInstance } from 'fastify'
import { pack } from '../../../http/server/pages/pack.ts'
import { preparePacked, send } from '../../../http/server/prepared-response.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import { paths } from '../../../paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import type { Brand } from '../../../platform/settings.ts'
import { languagePath, type ReadingLanguage } from '../../../shared/i18n/language.ts'
import { listCoursesOnSale } from '../../catalogue/server/list-courses-on-sale.ts'
import { findOwnPages } from '../../content/server/find-published.ts'
import { findLook } from '../../look/server/keep-looks.ts'
import { findAcademyPicture, findCoursePicture, missing } from './share-pictures.ts'
import { writeRobots } from './write-robots.ts'
import { writeSitemap } from './write-sitemap.ts'
import { writeWebManifest } from './write-web-manifest.ts'

interface SeoDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  pdfRenderer: PdfRenderer
  languages: Languages
  brand: Brand
  publicUrl: () => string
}

const hidden = { schema: { hide: true } }
const anHour = { 'cache-control': 'public, max-age=3600' }
/** What search engines, chats and home screens ask for beside the pages. */
export function seoRoutes(app: FastifyInstance, deps: SeoDependencies): void {
  const { cache, brand, publicUrl } = deps

  app.get('/robots.txt', hidden, async (_, reply) =>
    reply.headers(anHour).type('text/plain; charset=utf-8').send(writeRobots(publicUrl())),
  )

  app.get('/sitemap.xml', hidden, async (_, reply) =>
    send(reply, await cache.find('/sitemap.xml', async () => prepareSitemap(deps))),
  )

  app.get('/site.webmanifest', hidden, async (_, reply) => {
    const look = await findLook(deps)
    return reply
      .headers(anHour)
      .type('application/manifest+json; charset=utf-8')
      .send(writeWebManifest(brand, look))
  })

  for (const language of [undefined, ...deps.languages]) shareRoutes(app, deps, language)
}

/** In a language they lie below it, as its pages do; undefined: in English. */
function shareRoutes(
  app: FastifyInstance,
  deps: SeoDependencies,
  language: ReadingLanguage | undefined,
): void {
  const within = (path: string) => languagePath(path, language?.code ?? 'en')

  app.get(within(paths.shareAcademy), hidden, async (_, reply) =>
    send(reply, await findAcademyPicture(deps, language)),
  )

  app.get<{ Params: { file: string } }>(
    within('/share/course/:file'),
    hidden,
    async (request, reply) => {
      const courseId = /^(.+)\.png$/.exec(request.params.file)?.[1]
      return send(
        reply,
        courseId === undefined ? missing.value : await findCoursePicture(deps, courseId, language),
      )
    },
  )
}

async function prepareSitemap({ db, cache, languages, publicUrl }: SeoDependencies) {
  const ownPages = [...(await findOwnPages({ db, cache }))]
  // A site map may hold 50,000 addresses.
  const atMost = Math.floor(49_000 / (languages.length + 1))
  const listed = await listCoursesOnSale(db, { atMost })
  const packed = await pack(Buffer.from(writeSitemap(publicUrl(), listed, languages, ownPages)), 5)
  const headers = { ...anHour, 'content-type': 'application/xml; charset=utf-8' }
  const value = preparePacked(packed, headers)
  return { value, sizeInBytes: value.sizeInBytes, tags: ['courses'] }
}
