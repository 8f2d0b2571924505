import type { FastifyInstance } from 'fastify'
import { listCoursesOnSale } from '../catalogue/list-courses-on-sale.ts'
import { sendPacked } from '../http/pages/send-packed.ts'
import { paths } from '../paths.ts'
import type { Database } from '../platform/database/database.ts'
import type { PdfRenderer } from '../platform/pdf/render-pdf.ts'
import { createSharePictures } from './share-pictures.ts'
import { writeRobots } from './write-robots.ts'
import { writeSitemap } from './write-sitemap.ts'
import { writeWebManifest } from './write-web-manifest.ts'

interface DiscoveryDependencies {
  db: Database
  /** Pictures are kept until it changes. */
  dataVersion: () => string
  pdfRenderer: PdfRenderer
  brandName: string
  publicUrl: () => string
}

const hidden = { schema: { hide: true } }
const anHour = { 'cache-control': 'public, max-age=3600' }
const pictureHeaders = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

/** What search engines, chats and home screens ask for beside the pages. */
export function discoveryRoutes(app: FastifyInstance, deps: DiscoveryDependencies): void {
  const { db, brandName, publicUrl } = deps
  const { findAcademyPicture, findCoursePicture } = createSharePictures(deps)

  app.get('/robots.txt', hidden, async (_, reply) =>
    reply.headers(anHour).type('text/plain; charset=utf-8').send(writeRobots(publicUrl())),
  )

  app.get('/sitemap.xml', hidden, async (_, reply) => {
    // A site map may hold 50,000 addresses.
    const listed = await listCoursesOnSale(db, { atMost: 49_000 })
    const sitemap = writeSitemap(publicUrl(), listed)
    return reply.headers(anHour).type('application/xml; charset=utf-8').send(sitemap)
  })

  app.get('/site.webmanifest', hidden, async (_, reply) =>
    reply
      .headers(anHour)
      .type('application/manifest+json; charset=utf-8')
      .send(writeWebManifest(brandName)),
  )

  app.get(paths.shareAcademy, hidden, async (request, reply) =>
    sendPacked(request, reply, await findAcademyPicture(), pictureHeaders),
  )

  app.get<{ Params: { file: string } }>('/share/course/:file', hidden, async (request, reply) => {
    const courseId = /^(.+)\.png$/.exec(request.params.file)?.[1]
    const picture = courseId === undefined ? null : await findCoursePicture(courseId)
    if (picture) return sendPacked(request, reply, picture, pictureHeaders)
    return reply.code(404).type('text/plain; charset=utf-8').send('There is no such picture.')
  })
}
