import type { PublicSite } from '../../http/pages/page-context.ts'
import { paths } from '../../paths.ts'
import { ownPictureUrl } from '../../ui/figures/own-picture.ts'
import { academyId, type StructuredData } from '../../ui/structured-data.ts'
import { readDurationInSeconds } from './read-duration.ts'

interface DescribedCourse {
  id: string
  title: string
  description: string
  /** Rupees. */
  price: number
  thumbnail?: string | null | undefined
  modules: readonly { title: string; videos: readonly { duration: string }[] }[]
}

/** The course and its price, as search engines read them. */
export function describeCourse(course: DescribedCourse, { publicUrl }: PublicSite): StructuredData {
  const url = publicUrl + paths.course(course.id)
  const minutes = Math.ceil(sumSeconds(course) / 60)
  return {
    '@type': 'Course',
    '@id': `${url}#course`,
    url,
    name: course.title,
    description: course.description,
    image: ownPictureUrl(course.thumbnail, publicUrl) ?? publicUrl + paths.shareCourse(course.id),
    provider: { '@id': academyId(publicUrl) },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: course.price,
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
      url,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(minutes > 0 && { courseWorkload: `PT${minutes}M` }),
    },
    ...(course.modules.length > 0 && {
      syllabusSections: course.modules.map(({ title }) => ({ '@type': 'Syllabus', name: title })),
    }),
  }
}

function sumSeconds({ modules }: DescribedCourse): number {
  return modules
    .flatMap((module) => module.videos)
    .reduce((sum, { duration }) => sum + (readDurationInSeconds(duration) ?? 0), 0)
}
