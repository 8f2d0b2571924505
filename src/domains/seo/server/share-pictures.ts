import { etagOf } from '../../../http/server/pages/pack.ts'
import { type PreparedResponse, preparePacked } from '../../../http/server/prepared-response.ts'
import type { Made, ResponseCache } from '../../../http/server/response-cache.ts'
import { paths } from '../../../paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import { findCourseOnSale } from '../../catalogue/server/find-course-on-sale.ts'
import { drawSharePicture, type SharePicture } from './draw-share-picture.ts'

interface SharePictureDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  pdfRenderer: PdfRenderer
  brandName: string
}

const slogan = 'Finish one course, and make your own film with AI'
const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Drawn when it is first asked for. */
export async function findAcademyPicture(
  deps: SharePictureDependencies,
): Promise<PreparedResponse> {
  return deps.cache.find(paths.shareAcademy, async () =>
    draw(deps, { title: slogan, priceInPaise: null }),
  )
}

/** A 404 for what is not on sale. */
export async function findCoursePicture(
  deps: SharePictureDependencies,
  courseId: string,
): Promise<PreparedResponse> {
  return deps.cache.find(paths.shareCourse(courseId), async () => {
    const course = await findCourseOnSale(deps.db, courseId)
    return course ? { ...(await draw(deps, course)), tags: [`course:${courseId}`] } : missing
  })
}

export const missing: Made<PreparedResponse> = {
  ...prepare(
    Buffer.from('There is no such picture.'),
    { 'content-type': 'text/plain; charset=utf-8' },
    404,
  ),
  isKept: false,
}

async function draw(
  { pdfRenderer, brandName }: SharePictureDependencies,
  picture: Omit<SharePicture, 'brandName'>,
): Promise<Made<PreparedResponse>> {
  return prepare(await drawSharePicture(pdfRenderer, { ...picture, brandName }), headers)
}

function prepare(
  plain: Buffer,
  headers: Record<string, string>,
  status = 200,
): Made<PreparedResponse> {
  const packed = { plain, br: null, gzip: null, etag: etagOf(plain) }
  return { value: preparePacked(packed, headers, status), sizeInBytes: plain.length }
}
