import { etagOf } from '../../../http/server/pages/pack.ts'
import { type PreparedResponse, preparePacked } from '../../../http/server/prepared-response.ts'
import type { Made, ResponseCache } from '../../../http/server/response-cache.ts'
import { paths } from '../../../paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import type { Brand } from '../../../platform/settings.ts'
import { languagePath, type ReadingLanguage } from '../../../shared/i18n/language.ts'
import { findCourseOnSale } from '../../catalogue/server/find-course-on-sale.ts'
import { drawSharePicture, type SharePicture } from './draw-share-picture.ts'

interface SharePictureDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  pdfRenderer: PdfRenderer
  brand: Brand
}

const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Drawn in a language when it is first asked for; undefined: in English. */
export async function findAcademyPicture(
  deps: SharePictureDependencies,
  language?: ReadingLanguage,
): Promise<PreparedResponse> {
  return deps.cache.find(languagePath(paths.shareAcademy, language?.code ?? 'en'), async () =>
    draw(deps, { title: null, priceInPaise: null }, language),
  )
}

/** A 404 for what is not on sale. */
export async function findCoursePicture(
  deps: SharePictureDependencies,
  courseId: string,
  language?: ReadingLanguage,
): Promise<PreparedResponse> {
  const path = languagePath(paths.shareCourse(courseId), language?.code ?? 'en')
  return deps.cache.find(path, async () => {
    const course = await findCourseOnSale(deps.db, courseId)
    return course ? draw(deps, course, language, `course:${courseId}`) : missing
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
  { pdfRenderer, brand }: SharePictureDependencies,
  picture: Omit<SharePicture, 'brandName' | 'subject'>,
  language: ReadingLanguage | undefined,
  ...tags: string[]
): Promise<Made<PreparedResponse>> {
  const renderer = await pdfRenderer.asOf(new Date())
  const drawn = runInLanguage(language, () =>
    drawSharePicture(renderer, { ...picture, brandName: brand.name, subject: brand.subject }),
  )
  return { ...prepare(await drawn, headers), tags: ['look', ...tags] }
}

function prepare(
  plain: Buffer,
  headers: Record<string, string>,
  status = 200,
): Made<PreparedResponse> {
  const packed = { plain, br: null, gzip: null, etag: etagOf(plain) }
  return { value: preparePacked(packed, headers, status), sizeInBytes: plain.length }
}
