import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { PurchaseButton } from '../../checkout/purchase/purchase-button.tsx'
import { PurchaseNoticeBox } from '../../checkout/purchase/purchase-notice.tsx'
import { type Purchase, usePurchase } from '../../checkout/purchase/use-purchase.ts'
import { siteContext } from '../../http/pages/page-context.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSession } from '../../ui/session.ts'
import { useSite } from '../../ui/site.ts'
import type { Course, listCourses } from '../contract.ts'
import { CourseCard } from './course-card.tsx'
import { describeLessons } from './summarise-outline.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  try {
    const courses = await context.get(siteContext).ask<typeof listCourses>('GET /courses', {})
    // The call lists the oldest first; people look for what is new.
    return { courses: courses.map(summarise).toReversed() }
  } catch {
    // The call has logged its own fault; the page stands without the list.
    return data({ courses: null }, { status: 503 })
  }
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader<typeof loader>().catch(() => ({ courses: null }))
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Courses',
    description:
      'All video courses on making pictures, films and sound with AI. Pay once, watch for life, earn a certificate.',
    path: paths.courses,
  })

type CourseSummary = ReturnType<typeof summarise>

/** What a card shows: the outline stays on the server. */
function summarise({ modules, ...course }: Course) {
  return { ...course, lessons: describeLessons({ modules }) }
}

export default function CoursesScreen() {
  const { courses } = useLoaderData<typeof loader>()
  const { guaranteeInDays } = useSite().figures
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-4xl sm:text-5xl">Courses</h1>
      <p className="mt-3 max-w-text text-lg text-ink-soft">
        Pay once and keep the course for life. If it is not for you, you have {guaranteeInDays} days
        to get your money back.
      </p>
      {courses === null && <UnreadableList />}
      {courses?.length === 0 && <EmptyList />}
      {courses !== null && courses.length > 0 && <CourseGrid courses={courses} />}
    </div>
  )
}

function CourseGrid({ courses }: { courses: CourseSummary[] }) {
  const { revalidate } = useRevalidator()
  const purchase = usePurchase({ onMaybeOwned: () => void revalidate() })
  return (
    <ul className="mt-8 grid gap-6 sm:mt-10 sm:grid-cols-2 lg:grid-cols-3">
      {courses.map((course, at) => (
        <CourseCard
          key={course.id}
          course={course}
          lessons={course.lessons}
          isFirst={at === 0}
          titleId={`title-${course.id}`}
          action={<CourseAction course={course} purchase={purchase} />}
          notice={
            purchase.notice !== null &&
            purchase.courseId === course.id && (
              <div className="relative mt-4">
                <PurchaseNoticeBox notice={purchase.notice} />
              </div>
            )
          }
        />
      ))}
    </ul>
  )
}

/** Lies above the card's own link. */
function CourseAction({ course, purchase }: { course: CourseSummary; purchase: Purchase }) {
  const isOwned = useSession()?.user.purchased_courses.includes(course.id) ?? false
  const titleId = `title-${course.id}`
  if (isOwned) {
    return (
      <LinkButton to={paths.course(course.id)} aria-describedby={titleId} className="relative">
        Continue Learning
      </LinkButton>
    )
  }
  return (
    <PurchaseButton
      purchase={purchase}
      course={course}
      describedBy={titleId}
      className="relative"
    />
  )
}

function EmptyList() {
  return (
    <div className="mt-10 rounded-md border border-line bg-sheet px-6 py-16 text-center">
      <p className="font-display text-2xl">No courses available yet.</p>
      <p className="mt-2 text-ink-soft">
        The first ones are being made. Please look in again soon.
      </p>
    </div>
  )
}

function UnreadableList() {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="mt-10">
      <Alert
        tone="warning"
        action={
          <Button
            variant="secondary"
            size="small"
            isBusy={state !== 'idle'}
            onClick={() => void revalidate()}
          >
            Try again
          </Button>
        }
      >
        The courses cannot be shown right now.
      </Alert>
    </div>
  )
}
