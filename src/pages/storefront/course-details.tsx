import { lazy, type ReactNode, Suspense } from 'react'
import type { Course } from '../../domains/catalogue/contract.ts'
import { courseLevels } from '../../domains/catalogue/web/course-levels.ts'
import { CourseRating } from '../../domains/catalogue/web/course-rating.tsx'
import { CourseTeachers } from '../../domains/catalogue/web/course-teachers.tsx'
import { describeLessons } from '../../domains/catalogue/web/summarise-outline.ts'
import { t } from '../../shared/i18n/translate.ts'
import { formatList } from '../../ui/format-list.ts'
import { Prose } from '../../ui/prose.tsx'
import { LockedOutline } from './locked-outline.tsx'

const SeenReviews = lazy(() => import('../../domains/reviews/web/seen-reviews.tsx'))

/** What a course page tells below the title. Each part is shown only where something is told. */
export function CourseDetails({ course }: { course: Course }) {
  const { outcomes = [], audience = [], requirements = [], questions = [] } = course
  const hasPreview = course.modules.some(({ videos }) =>
    videos.some(({ is_preview }) => is_preview),
  )
  const hasPlan = course.modules.some(({ videos }) => videos.some(({ opens }) => opens))
  return (
    <>
      <CourseFacts course={course} />
      <CourseRating rating={course.rating} className="mt-1 block" />
      <h2 className="sr-only">{t('About this course')}</h2>
      <Prose html={course.description_html ?? ''} className="mt-4 max-w-text text-lg" />
      {outcomes.length > 0 && (
        <Part title={t('What you will be able to do')}>
          <Lines lines={outcomes} picture={<TickPicture />} className="sm:grid-cols-2" />
        </Part>
      )}
      <h2 className="mt-10 text-2xl">{t('What is inside')}</h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {hasPlan
          ? t('Lessons open one after the other once the course is yours, as the plan says.')
          : t('Every lesson opens once the course is yours.')}
        {hasPreview && ` ${t('Those marked “Free preview” play right here.')}`}
      </p>
      <LockedOutline modules={course.modules} courseId={course.id} />
      {(audience.length > 0 || requirements.length > 0) && (
        <div className="grid gap-x-10 sm:auto-cols-fr sm:grid-flow-col">
          {audience.length > 0 && (
            <Part title={t('Who it is for')}>
              <Lines lines={audience} picture={<DotPicture />} />
            </Part>
          )}
          {requirements.length > 0 && (
            <Part title={t('What you need')}>
              <Lines lines={requirements} picture={<DotPicture />} />
            </Part>
          )}
        </div>
      )}
      <CourseTeachers teachers={course.teachers ?? []} />
      {questions.length > 0 && (
        <Part title={t('Questions and answers')}>
          <Questions questions={questions} />
        </Part>
      )}
      {course.rating && (
        <Part title={t('Reviews')}>
          <Suspense>
            <SeenReviews courseId={course.id} />
          </Suspense>
        </Part>
      )}
    </>
  )
}

/** '5 lessons · 2 min · With Ira Kulkarni · For beginners · In Hindi', as far as it is known. */
function CourseFacts({ course }: { course: Course }) {
  const { level = '', language = '', teachers = [] } = course
  const names = teachers.map(({ name }) => name)
  const facts = [
    describeLessons(course),
    names.length === 0 ? null : t('With {teachers}', { teachers: formatList(names) }),
    level === '' ? null : t(courseLevels[level]),
    language === '' ? null : t('In {language}', { language }),
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return <p className="mt-2 text-ink-soft tabular-nums">{facts.join(' · ')}</p>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mt-10 mb-4 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

interface LinesProps {
  lines: readonly string[]
  picture: ReactNode
  className?: string
}

function Lines({ lines, picture, className = '' }: LinesProps) {
  return (
    <ul className={`grid gap-x-8 gap-y-2.5 ${className}`}>
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          {picture}
          {line}
        </li>
      ))}
    </ul>
  )
}

type AnsweredQuestions = NonNullable<Course['questions']>

function Questions({ questions }: { questions: AnsweredQuestions }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg">{question}</h3>
            <span
              aria-hidden="true"
              className="shrink-0 text-2xl leading-none font-normal text-rani group-open:rotate-45"
            >
              +
            </span>
          </summary>
          <p className="max-w-text pb-5 whitespace-pre-line text-ink-soft">{answer}</p>
        </details>
      ))}
    </div>
  )
}

function TickPicture() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf">
      <path
        d="m5 12.5 4.5 4.5L19 7.5"
        className="fill-none stroke-current stroke-[2.25] [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </svg>
  )
}

function DotPicture() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-rani">
      <circle cx="12" cy="12" r="3.5" className="fill-current" />
    </svg>
  )
}
