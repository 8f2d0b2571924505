import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { lessonAnchor } from '../../domains/catalogue/web/lesson-anchor.ts'
import { siteContext } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { FrequentQuestions } from './frequent-questions.tsx'
import { Guarantee } from './guarantee.tsx'
import { Hero } from './hero.tsx'
import { describeQuestions } from './list-questions.ts'
import type { ListOfferedCourses, OfferedCourse } from './offered-courses.ts'
import { OfferedCourses } from './offered-courses-list.tsx'
import { ProofFigures } from './proof-figures.tsx'
import { ThreeSteps } from './three-steps.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const courses = await context.get(siteContext).ask<ListOfferedCourses>('GET /courses', {})
  const first = courses.slice(0, 3)
  return {
    courses: first.map((course): OfferedCourse => {
      const { id, title, summary, launch_price: launch, thumbnail, modules } = course
      const lessons = modules.flatMap(({ videos }) => videos)
      const free = lessons.find(({ is_preview }) => is_preview)
      const freeLessonPath = free ? `${paths.course(id)}#${lessonAnchor(free.id)}` : null
      return {
        id,
        title,
        summary,
        price: launch?.price ?? course.price,
        ...(launch && { formerPrice: course.price }),
        thumbnail,
        freeLessonPath,
      }
    }),
  }
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: ({ brand: { subject } }) =>
      subject === null ? t('Learn to make films with AI') : t('Learn {subject}', { subject }),
    description: ({ brand: { subject } }) =>
      subject === null
        ? t(
            'Video courses for creators in India: script, pictures, voice and cut with AI. Pay once, watch for life, earn a certificate.',
          )
        : t(
            'Learn {subject}: video courses to pay for once and watch for life, with a certificate.',
            { subject },
          ),
    path: paths.home,
    about: import.meta.env.SSR ? (site) => [describeQuestions(site)] : undefined,
  })

export default function LandingScreen() {
  const { courses } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero />
      <ProofFigures />
      <ThreeSteps />
      <OfferedCourses courses={courses} />
      <FrequentQuestions />
      <Guarantee>
        <LinkButton to={paths.courses}>{t('See the courses')}</LinkButton>
      </Guarantee>
    </>
  )
}
