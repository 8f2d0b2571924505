import { Link } from 'react-router'
import { Cover } from '../../../../ui/figures/cover.tsx'
import { Price } from '../../../../ui/price.tsx'
import { rich } from '../../../../ui/rich.tsx'
import type { ServedBlock } from '../../contract.ts'
import { BlockButton } from './block-link.tsx'

/** A course, or a bundle by the cover of its first one. */
export interface OfferedCourse {
  /** Of the course whose cover is drawn. */
  id: string
  path: string
  title: string
  summary?: string | undefined
  /** Rupees: what is paid now. */
  price: number
  /** What it costs without the launch price that runs, or one by one. */
  formerPrice?: number
  thumbnail?: string | null | undefined
  /** Where a lesson of it can be seen without paying; null if there is none. */
  freeLessonPath: string | null
}

interface OfferedCoursesProps {
  block: Extract<ServedBlock, { type: 'courses' | 'bundles' }>
  courses: OfferedCourse[]
}

/** The first few courses or bundles. Nothing is shown while there are none. */
export function OfferedCourses({ block: { id, heading, button }, courses }: OfferedCoursesProps) {
  if (courses.length === 0) return null
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <div className="page-width py-16 sm:py-20">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id={id} className="text-3xl sm:text-4xl">
            {heading}
          </h2>
          <BlockButton link={button} variant="secondary" />
        </div>
        <ul className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
          {courses.map((course) => (
            <li key={course.path} className="group relative sm:max-lg:[&:nth-child(3)]:hidden">
              <Cover course={course} className="w-full rounded-md" />
              <h3 className="mt-4 text-xl">
                <Link
                  to={course.path}
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
