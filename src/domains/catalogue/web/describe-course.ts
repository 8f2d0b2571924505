import type { PublicSite } from '../../../http/page-context.ts'
import { paths } from '../../../paths.ts'
import { ownPictureUrl } from '../../../shared/figures/own-picture.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { academyId, type StructuredData } from '../../../ui/structured-data.ts'
import type { Course } from '../contract.ts'
import { readDurationInSeconds } from '../read-duration.ts'
import { lessonAnchor } from './lesson-anchor.ts'

/**
 * The course, its price and the questions it answers, as search engines read them: their own words,
 * such as "Paid", are the same in every language.
 */
export function describeCourse(course: Course, { publicUrl }: PublicSite): StructuredData[] {
  const url = publicUrl + paths.course(course.id)
  const { subtitle, outcomes = [], requirements = [], audience = [], level, language } = course
  const described: StructuredData = {
    '@type': 'Course',
    '@id': `${url}#course`,
    url,
    name: course.title,
    ...(subtitle && { alternativeHeadline: subtitle }),
    description: course.summary ?? course.description,
    image:
      ownPictureUrl(course.thumbnail, publicUrl) ??
      publicUrl + languagePath(paths.shareCourse(course.id)),
    provider: { '@id': academyId(publicUrl) },
    ...(outcomes.length > 0 && { teaches: outcomes }),
    ...(requirements.length > 0 && { coursePrerequisites: requirements }),
    ...(audience.length > 0 && {
      audience: audience.map((line) => ({ '@type': 'Audience', audienceType: line })),
    }),
    ...(level && { educationalLevel: level.charAt(0).toUpperCase() + level.slice(1) }),
    ...(language && { inLanguage: { '@type': 'Language', name: language } }),
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: course.launch_price?.price ?? course.price,
      priceCurrency: 'INR',
      ...(course.launch_price && { priceValidUntil: course.launch_price.ends_at }),
      availability: 'https://schema.org/InStock',
      url,
    },
    ...describeRating(course),
    hasCourseInstance: describeInstance(course, publicUrl),
    ...(course.modules.length > 0 && {
      syllabusSections: course.modules.map(({ title }) => ({ '@type': 'Syllabus', name: title })),
    }),
    ...describeFreeLessons(course, url),
  }
  return [described, ...describeQuestions(course)]
}

/** Only of what can be read on the page. */
function describeRating({ rating }: Course): { aggregateRating?: StructuredData } {
  if (!rating || rating.average === null) return {}
  const { average, count } = rating
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    },
  }
}

function describeInstance(course: Course, publicUrl: string): StructuredData {
  const minutes = Math.ceil(sumSeconds(course) / 60)
  const { teachers = [] } = course
  return {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    ...(minutes > 0 && { courseWorkload: `PT${minutes}M` }),
    ...(teachers.length > 0 && {
      instructor: teachers.map(({ name, picture, text }) => ({
        '@type': 'Person',
        name,
        ...(picture && { image: new URL(picture, publicUrl).href }),
        ...(text && { description: text }),
      })),
    }),
  }
}

/** What may be seen without paying, and where. */
function describeFreeLessons({ modules }: Course, url: string): { hasPart?: StructuredData[] } {
  const free = modules.flatMap(({ videos }) => videos).filter(({ is_preview }) => is_preview)
  if (free.length === 0) return {}
  return {
    hasPart: free.map(({ id, title }) => ({
      '@type': 'LearningResource',
      name: title,
      isAccessibleForFree: true,
      url: `${url}#${lessonAnchor(id)}`,
    })),
  }
}

function describeQuestions({ questions = [] }: Course): StructuredData[] {
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function sumSeconds({ modules }: Course): number {
  return modules
    .flatMap((module) => module.videos)
    .reduce((sum, { duration }) => sum + (readDurationInSeconds(duration) ?? 0), 0)
}
