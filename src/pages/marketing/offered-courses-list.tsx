import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Cover } from '../../ui/figures/cover.tsx'
import { Price } from '../../ui/price.tsx'
import { rich } from '../../ui/rich.tsx'
import type { OfferedCourse } from './offered-courses.ts'

/** The first few courses. Nothing is shown while there are none. */
export function OfferedCourses({ courses }: { courses: OfferedCourse[] }) {
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="offered" className="border-t border-line">
      <div className="page-width py-16 sm:py-20">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="offered" className="text-3xl sm:text-4xl">
            {t('Courses to begin with')}
          </h2>
          <LinkButton to={paths.courses} variant="secondary">
            {t('All courses')}
          </LinkButton>
        </div>
        <ul className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
          {courses.map((course) => (
            <li key={course.id} className="group relative sm:max-lg:[&:nth-child(3)]:hidden">
              <Cover course={course} className="w-full rounded-md" />
              <h3 className="mt-4 text-xl">
                <Link
                  to={paths.course(course.id)}
                  className="decoration-marigold decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
                >
                  {course.title}
                </Link>
              </h3>
              <p className="mt-1 line-clamp-2 text-ink-soft">{course.summary}</p>
              <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
                <Price
                  amountInRupees={course.price}
                  usualInRupees={course.formerPrice}
                  className="text-lg"
                />
                {course.freeLessonPath !== null && (
                  <Link to={course.freeLessonPath} className="text-link relative py-2.5 text-leaf">
                    {rich('Free lesson<spoken> of {course}</spoken>', {
                      spoken: <span className="sr-only" />,
                      course: course.title,
                    })}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
