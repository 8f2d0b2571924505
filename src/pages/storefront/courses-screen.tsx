import { useEffect, useRef } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import type { Course } from '../../domains/catalogue/contract.ts'
import type { ListedCourse } from '../../domains/catalogue/web/course-card.tsx'
import { type CourseFilters, listFilters } from '../../domains/catalogue/web/course-filters.ts'
import { CourseSearch, longestSearch } from '../../domains/catalogue/web/course-search.tsx'
import { FilterLinks } from '../../domains/catalogue/web/filter-links.tsx'
import { coursesPerPage, findCourses } from '../../domains/catalogue/web/find-courses.ts'
import { PageLinks } from '../../domains/catalogue/web/page-links.tsx'
import { sayRating } from '../../domains/catalogue/web/say-rating.ts'
import { describeLessons } from '../../domains/catalogue/web/summarise-outline.ts'
import { adultStatement } from '../../domains/checkout/adult-statement.ts'
import { type PageHandle, siteContext } from '../../http/page-context.ts'
import { type CourseQuery, paths } from '../../paths.ts'
import { languagePath } from '../../shared/i18n/language.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { logFailure } from '../../ui/log-failure.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { CourseGrid } from './course-grid.tsx'

export const handle: PageHandle = {
  queryNames: ['language', 'level', 'page', 'search'],
  searchName: 'search',
}

const everything: CourseQuery = { search: '', language: '', level: '' }

interface CourseList {
  courses: ListedCourse[]
  query: CourseQuery
  filters: CourseFilters
  page: number
  pages: number
  total: number
  /** What is found. Words come from the server where they can: the first load of this page is full. */
  said: string
  /** From a list in which nothing is found. */
  wayOn: { children: string; to: string }
  /** What a buyer states by paying. */
  statement: string
}

interface FoundPage {
  query: CourseQuery
  page: number
  pages: number
  found: number
  courses: readonly unknown[]
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const search = (searchParams.get('search') ?? '').trim().slice(0, longestSearch)
  const listed = await context
    .get(siteContext)
    .ask('GET /courses', {})
    // The call has logged its own fault; the page stands without the list.
    .catch(() => null)
  if (listed === null) return data({ list: null, hasBundles: false }, { status: 503 })
  const filters = listFilters(listed)
  const known = (name: keyof CourseFilters) =>
    filters[name].find(({ value }) => value === searchParams.get(name))?.value ?? ''
  const query = { search, language: known('language'), level: known('level') }
  const { page, ...found } = findCourses(listed, {
    ...query,
    page: Number(searchParams.get('page') ?? 1),
  })
  // One address for each list, and none for a page, language or level that is not there (any more).
  const address = paths.coursesFound(query, page ?? 1)
  const spelled = new URL(address, request.url).searchParams
  const isSpelledOtherwise = ['page', 'language', 'level'].some(
    (name) => searchParams.get(name) !== spelled.get(name),
  )
  if (page === null || isSpelledOtherwise || searchParams.get('search') === '')
    throw redirect(address)
  const courses = found.courses.map(summarise)
  const hasBundles = await context
    .get(siteContext)
    .ask('GET /bundles', { query: { limit: 1 } })
    .then(({ bundles }) => bundles.length > 0)
    .catch(() => false)
  const statement = t(adultStatement)
  const said = describeList({ ...found, query, page })
  const wayOn = leadOn(query)
  const list: CourseList = { ...found, courses, query, filters, page, said, wayOn, statement }
  return { list, hasBundles }
}

export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader<typeof loader>().catch((error: unknown) => {
    if (error instanceof Response) throw error // a redirection
    return { list: null, hasBundles: false }
  })
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const list = args.loaderData?.list
  if (list && paths.coursesFound(list.query) !== paths.courses) {
    return pageMeta(args, { title: t('Search courses'), path: paths.courses })
  }
  const page = list?.page ?? 1
  return [
    ...pageMeta(args, {
      title: page === 1 ? t('Courses') : t('Courses, page {page}', { page }),
      description: ({ brand: { subject } }) =>
        subject === null
          ? t(
              'All video courses on making pictures, films and sound with AI. Pay once, watch for life, earn a certificate.',
            )
          : t(
              'Learn {subject}: video courses to pay for once and watch for life, with a certificate.',
              { subject },
            ),
      path: paths.coursesFound(everything, page),
    }),
    ...linkNeighbours(page, list?.pages ?? 1),
  ]
}

function linkNeighbours(page: number, pages: number): ReturnType<typeof pageMeta> {
  if (!import.meta.env.SSR) return []
  const linkTo = (rel: string, number: number) =>
    number < 1 || number > pages
      ? []
      : [
          {
            tagName: 'link' as const,
            rel,
            href: languagePath(paths.coursesFound(everything, number)),
          },
        ]
  return [...linkTo('prev', page - 1), ...linkTo('next', page + 1)]
}

function describeList({ query, page, pages, found, courses }: FoundPage): string {
  const { search, language, level } = query
  if (found === 0) {
    if (search === '') return t('No course is both in this language and of this level.')
    return language === '' && level === ''
      ? t('No course matches “{search}”.', { search })
      : t('No course in this choice matches “{search}”.', { search })
  }
  if (pages === 1) {
    return search === ''
      ? t('{found, plural, one {# course} other {# courses}}', { found })
      : t('{found, plural, one {# course matches} other {# courses match}} “{search}”', {
          found,
          search,
        })
  }
  const first = (page - 1) * coursesPerPage + 1
  const last = first + courses.length - 1
  if (first === last) {
    return search === ''
      ? t('Course {last} of {found}', { last, found })
      : t('Course {last} of {found} that match “{search}”', { last, found, search })
  }
  return search === ''
    ? t('Courses {first} to {last} of {found}', { first, last, found })
    : t('Courses {first} to {last} of {found} that match “{search}”', {
        first,
        last,
        found,
        search,
      })
}

function leadOn({ search, language, level }: CourseQuery): CourseList['wayOn'] {
  return search !== '' && (language !== '' || level !== '')
    ? { children: t('Search in all courses'), to: paths.coursesFound({ ...everything, search }) }
    : { children: t('Show all courses'), to: paths.courses }
}

function summarise({ modules, summary = '', rating, ...course }: Course): ListedCourse {
  const { launch_price: launch, subtitle: _1, language: _2, level: _3, ...shown } = course
  const said = sayRating(rating)
  const facts = [describeLessons({ modules }), said && `★ ${said}`].filter((fact) => fact !== null)
  return {
    ...shown,
    price: launch?.price ?? shown.price,
    ...(launch && { formerPrice: shown.price }),
    description: summary,
    lessons: facts.length > 0 ? facts.join(' · ') : null,
  }
}

export default function CoursesScreen() {
  const { list, hasBundles } = useLoaderData<typeof loader>()
  const { guaranteeInDays } = useSite().figures
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-4xl sm:text-5xl">{t('Courses')}</h1>
      <p className="mt-3 max-w-text text-lg text-ink-soft">
        {t(
          'Pay once and keep the course for life. If it is not for you, you have {days, plural, one {# day} other {# days}} to get your money back.',
          { days: guaranteeInDays },
        )}{' '}
        {hasBundles && (
          <Link to={paths.bundles} className="text-link">
            {t('Several together cost less')}
          </Link>
        )}
      </p>
      {list === null && <UnreadableList />}
      {list?.total === 0 && <EmptyList />}
      {list !== null && list.total > 0 && <FilledList list={list} />}
    </div>
  )
}

/** A list as short as this is seen at a glance. */
const searchedFrom = 5

function FilledList({ list }: { list: CourseList }) {
  const { courses, query, filters, page, pages, total, said, wayOn, statement } = list
  const status = useFocusOnNewPage(page)
  return (
    <>
      {(total >= searchedFrom || query.search !== '') && <CourseSearch query={query} />}
      <FilterLinks query={query} filters={filters} />
      <output ref={status} tabIndex={-1} className="mt-6 block text-ink-soft">
        {said}
      </output>
      {courses.length > 0 ? (
        <CourseGrid courses={courses} statement={statement} />
      ) : (
        <p className="mt-5">
          <LinkButton {...wayOn} variant="secondary" />
        </p>
      )}
      <PageLinks query={query} page={page} pages={pages} />
    </>
  )
}

/** Another page of the same list begins where it says so; typing a search keeps its place. */
function useFocusOnNewPage(page: number) {
  const status = useRef<HTMLOutputElement>(null)
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    if (document.activeElement?.closest('form')) return
    status.current?.focus({ preventScroll: true })
  }, [page])
  return status
}

function EmptyList() {
  return (
    <div className="mt-10 rounded-md border border-line bg-sheet px-6 py-16 text-center">
      <p className="font-display text-2xl">{t('No courses available yet.')}</p>
      <p className="mt-2 text-ink-soft">
        {t('The first ones are being made. Please look in again soon.')}
      </p>
    </div>
  )
}

function UnreadableList() {
  const { state, revalidate } = useRevalidator()
  useEffect(() => logFailure('courses', 'The list could not be read.'), [])
  return (
    <Alert
      className="mt-10"
      tone="warning"
      action={
        <Button
          variant="secondary"
          size="small"
          isBusy={state !== 'idle'}
          onClick={() => void revalidate()}
        >
          {t('Try again')}
        </Button>
      }
    >
      {t('The courses cannot be shown right now.')}
    </Alert>
  )
}
