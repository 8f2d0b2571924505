import { findCourseOnSale } from '../catalogue/find-course-on-sale.ts'
import { etagOf, type Packed, sizeInBytes } from '../http/pages/pack.ts'
import { createPageCache } from '../http/pages/page-cache.ts'
import type { Database } from '../platform/database/database.ts'
import type { PdfRenderer } from '../platform/pdf/render-pdf.ts'
import { drawSharePicture, type SharePicture } from './draw-share-picture.ts'

interface SharePictureDependencies {
  db: Database
  /** Pictures are kept until it changes. */
  dataVersion: () => string
  pdfRenderer: PdfRenderer
  brandName: string
}

export interface SharePictures {
  findAcademyPicture: () => Promise<Packed>
  /** Null for what is not on sale. */
  findCoursePicture: (courseId: string) => Promise<Packed | null>
}

const slogan = 'Finish one course, and make your own film with AI'

/** Draws each picture when it is first asked for, and keeps the most recent ones. */
export function createSharePictures(deps: SharePictureDependencies): SharePictures {
  const { db, dataVersion, pdfRenderer, brandName } = deps
  const cache = createPageCache<Packed | null>(
    {
      limitInBytes: 24 * 1024 * 1024,
      limitInPages: 200,
      sizeInBytes: (packed) => (packed ? sizeInBytes(packed) : 0),
    },
    (packed) => packed !== null,
  )
  const draw = async (picture: Omit<SharePicture, 'brandName'>): Promise<Packed> => {
    const plain = await drawSharePicture(pdfRenderer, { ...picture, brandName })
    return { plain, br: null, gzip: null, etag: etagOf(plain) }
  }
  const drawCourse = async (courseId: string): Promise<Packed | null> => {
    const course = await findCourseOnSale(db, courseId)
    return course ? draw({ title: course.title, priceInPaise: course.priceInPaise }) : null
  }
  let academy: Promise<Packed> | undefined
  return {
    findAcademyPicture: async () => {
      academy ??= draw({ title: slogan, priceInPaise: null })
      academy.catch(() => {
        academy = undefined // tried again at the next request
      })
      return academy
    },
    findCoursePicture: async (courseId) =>
      cache.find(courseId, dataVersion(), async () => drawCourse(courseId)),
  }
}
