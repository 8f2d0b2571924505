import { lazy, Suspense, useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaDescriptor,
  type MetaFunction,
  type ShouldRevalidateFunction,
  useLoaderData,
  useParams,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import type { Course } from '../../domains/catalogue/contract.ts'
import { tellOpening } from '../../domains/catalogue/tell-opening.ts'
import { describeCourse } from '../../domains/catalogue/web/describe-course.ts'
import { fetchCourse } from '../../domains/catalogue/web/fetch-course.ts'
import { MissingCourse } from '../../domains/catalogue/web/missing-course.tsx'
import { writeTranscripts } from '../../domains/catalogue/web/write-transcripts.ts'
import { ApiError } from '../../http/api-client.ts'
import { serverHtmlContext, siteContext } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { isRefused } from '../../ui/is-refused.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { clearSession, readSession, useIsSessionKnown, useSession } from '../../ui/session.ts'
import { CourseOffer } from './course-offer.tsx'

const Classroom = lazy(() => import('./classroom.tsx'))

const SeenBy = lazy(() => import('../../domains/catalogue/web/seen-by.tsx'))

/** The course as a visitor sees it. `askedAs`: whose view it is; null for a visitor's. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ask } = context.get(siteContext)
  const askedAs: string | null = null
  try {
    const course = await ask('GET /courses/:course_id', courseIn(params))
    if (hasCaptionedPreview(course)) {
      const path = 'GET /courses/:course_id/transcripts'
      const spoken = await ask(path, courseIn(params))
      writeTranscripts(spoken, context.get(serverHtmlContext))
    }
    return { course: sayOpenings(course), askedAs }
  } catch (error) {
    if (!isMissing(error)) throw error
    return data({ course: null, askedAs }, { status: 404 })
  }
}

/** The call was asked in English, for pages of all languages. */
function sayOpenings<Told extends Course>(course: Told): Told {
  const modules = course.modules.map((module) => ({
    ...module,
    videos: module.videos.map((video) =>
      video.opens ? { ...video, opens_text: tellOpening(video.opens) } : video,
    ),
  }))
  return { ...course, modules }
}

/** What this page shows now, of the course of an address: to read it again is no second look at it. */
let shown: { courseId: string; course: Course | null; askedAs: string | null } | null = null

/** In the browser a signed-in person gets their own view, with the video links if it is theirs. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const session = readSession()
  const askedAs = session?.user.id ?? null
  const courseId = params['course_id'] ?? ''
  try {
    if (session === null) return await serverLoader<typeof loader>()
    const isLook = courseId !== shown?.courseId
    const course = await fetchCourse(session, courseId, { isLook })
    if ('owned' in course) return { course, askedAs }
    const { fillInOwned } = await import('./fill-in-owned.ts')
    return { course: await fillInOwned(course, session), askedAs }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { course: null, askedAs }
    if (error instanceof ApiError && error.status === 401) {
      if (readSession()?.token === session?.token) clearSession()
      return serverLoader<typeof loader>()
    }
    // Whoever buys or watches just now keeps their page through an answer that was lost.
    if (isRefused(error) || shown?.courseId !== courseId || shown.askedAs !== askedAs) throw error
    return { course: shown.course, askedAs }
  }
}

/** Another lesson of the same course is a matter of the address only. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.currentUrl.pathname === change.nextUrl.pathname &&
  change.currentUrl.search !== change.nextUrl.search
    ? false
    : change.defaultShouldRevalidate

export const meta: MetaFunction<typeof loader> = (args) => {
  const course = args.loaderData?.course
  if (!course) return pageMeta(args, { title: t('Course Not Found'), path: paths.courses })
  const { id, title, summary } = course
  const shown = pageMeta(args, {
    title,
    description: summary,
    path: paths.course(id),
    // Who reads the rest asks the server for each page: no browser need carry it.
    ...(import.meta.env.SSR && {
      picture: { path: paths.shareCourse(id), alt: title },
      above: [{ name: t('Courses'), path: paths.courses }],
    }),
    about: import.meta.env.SSR ? (site) => describeCourse(course, site) : undefined,
  })
  if (!course.is_unlisted) return shown
  // Whom its link is sent sees what it is; search engines leave it out.
  const isForAll = (one: MetaDescriptor) => !('tagName' in one || 'script:ld+json' in one)
  return [...shown.filter(isForAll), { name: 'robots', content: 'noindex' }]
}

export { CourseOffer }

export default function CourseScreen() {
  const { course, askedAs } = useLoaderData<typeof loader>()
  const isKnown = useIsSessionKnown()
  const session = useSession()
  const { revalidate } = useRevalidator()
  const { course_id: courseId = '' } = useParams()
  const [search] = useSearchParams()
  const isOthersView = isKnown && askedAs !== (session?.user.id ?? null)

  useEffect(() => {
    shown = { courseId, course, askedAs }
    return () => {
      shown = null
    }
  }, [courseId, course, askedAs])

  // What the server rendered is a visitor's view; signing in or out elsewhere changes it too.
  useEffect(() => {
    if (isOthersView) void revalidate()
  }, [isOthersView, revalidate])

  const isOpening = isOthersView && session !== null
  if (course === null) return isOpening ? <OpeningCourse /> : <MissingCourse isGone />
  // Administrators get the links of what is not free to see, too.
  const mayWatch =
    course.owned ||
    course.modules.some(({ videos }) => videos.some(({ url, is_preview }) => url && !is_preview))
  if (mayWatch && !isOthersView) {
    const isStaff = session?.user.is_admin === true
    const isVisitor = isStaff && search.get('as') === 'visitor'
    return (
      <Suspense fallback={<OpeningCourse />}>
        {isStaff && <SeenBy isVisitor={isVisitor} />}
        {isVisitor ? <CourseOffer course={course} /> : <Classroom course={course} />}
      </Suspense>
    )
  }
  if (isOpening && session.user.purchased_courses.includes(course.id)) return <OpeningCourse />
  return <CourseOffer course={course} />
}

export function ErrorBoundary() {
  return <MissingCourse />
}

function OpeningCourse() {
  return (
    <div className="page-width grid gap-6 py-4 sm:py-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div>
        <Skeleton label={t('Opening your course')} className="aspect-video w-full rounded-lg" />
        <Skeleton className="mt-6 h-8 w-2/3" />
      </div>
      <div className="grid content-start gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}

function courseIn(params: { course_id?: string }) {
  return { params: { course_id: params.course_id ?? '' } }
}

function hasCaptionedPreview({ modules }: Course): boolean {
  return modules.some(({ videos }) => videos.some(({ film }) => film && film.captions.length > 0))
}

/** Refusals reach a loader as the page's own answer. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('init' in error)) return false
  const { init } = error as { init: ResponseInit | null } // by the shape of `data()`
  return init?.status === 404 || init?.status === 400
}
