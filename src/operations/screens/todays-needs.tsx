import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alarmsQuery } from '../../admin/queries.ts'
import { summaryQuery } from '../../desk/screens/desk-queries.ts'
import { paths } from '../../paths.ts'
import { useRights } from '../../staff/screens/use-rights.ts'
import { allCoursesQuery } from '../../studio/queries.ts'
import { studioPaths } from '../../studio/screens/studio-paths.ts'
import { checklistQuery } from '../queries.ts'

interface Need {
  text: string
  /** Where it is put right. */
  to: string
}

const coursesNamed = 3

/** What waits for somebody of the caller's role, each a link to its mend; nothing while nothing does. */
export function TodaysNeeds() {
  const needs = [...useMoneyNeeds(), ...useCourseNeeds(), ...useChecklistNeeds()]
  if (needs.length === 0) return null
  return (
    <section
      aria-labelledby="todays-needs"
      className="mb-6 rounded-md border-l-4 border-amber bg-amber-wash px-4 py-3"
    >
      <h2 id="todays-needs" className="text-lg">
        To do today
      </h2>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {needs.map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className="text-link inline-block py-1.5 wrap-anywhere lg:py-1">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useMoneyNeeds(): Need[] {
  const { may } = useRights()
  const { data: alarms = [] } = useQuery({ ...alarmsQuery, enabled: may('orders') })
  const { data: desk } = useQuery({ ...summaryQuery, enabled: may('orders') })
  return [
    needOf(alarms.length, 'payment alarm', `${paths.admin}?tab=payments`),
    needOf(desk?.refunds_failed.count, 'failed refund', `${paths.admin}/money?list=failed`),
    needOf(desk?.open_disputes.count, 'open dispute', `${paths.admin}/money?list=disputes`),
    needOf(
      desk?.open_differences,
      'difference in settlements',
      `${paths.admin}/money?list=differences`,
      'differences in settlements',
    ),
  ].flat()
}

function useCourseNeeds(): Need[] {
  const { may } = useRights()
  const { data: courses = [] } = useQuery({ ...allCoursesQuery, enabled: may('courses') })
  const changed = courses.filter(
    // A draft that was never on sale is not late.
    (course) => course.has_unpublished_changes && !course.publish_at && course.state !== 'draft',
  )
  const named = changed.slice(0, coursesNamed).map(({ id, title }) => ({
    text: `Changes not published: ${title}`,
    to: studioPaths.course(id),
  }))
  const more = needOf(
    changed.length - named.length,
    'more course has changes',
    paths.admin,
    'more courses have changes',
  )
  return [...named, ...more]
}

function useChecklistNeeds(): Need[] {
  const { may } = useRights()
  const { data } = useQuery({ ...checklistQuery, enabled: may('settings') })
  const open = data?.items.filter(({ state }) => state !== 'ok').length
  return needOf(
    open,
    'open point of the checklist',
    `${paths.admin}/checklist`,
    'open points of the checklist',
  )
}

/** Empty while there is none, or it is not known yet. */
function needOf(count = 0, one: string, to: string, many = `${one}s`): Need[] {
  if (count <= 0) return []
  return [{ text: `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`, to }]
}
