import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { waitingSubmissionsQuery } from '../../domains/assignments/web/queries.ts'
import { troublesQuery } from '../../domains/campaigns/web/queries.ts'
import { complaintPaths } from '../../domains/complaints/complaint-paths.ts'
import { dueComplaintsQuery } from '../../domains/complaints/web/queries.ts'
import { discussionPaths } from '../../domains/discussion/discussion-paths.ts'
import { waitingQuestionsQuery } from '../../domains/discussion/web/queries.ts'
import { failedRefundsQuery, summaryQuery } from '../../domains/finance/web/finance-queries.ts'
import { learnerPaths } from '../../domains/learners/learner-paths.ts'
import { SetupPanel } from '../../domains/operations/web/first-run/setup-panel.tsx'
import { checklistQuery } from '../../domains/operations/web/queries.ts'
import { useRights } from '../../domains/staff/web/use-rights.ts'
import { allCoursesQuery } from '../../domains/studio/web/queries.ts'
import { studioPaths } from '../../domains/studio/web/studio-paths.ts'
import { paths } from '../../paths.ts'
import { formatMessage, type Values } from '../../shared/i18n/format-message.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { alarmsQuery } from './queries.ts'

interface Need {
  text: string
  /** Where it is put right. */
  to: string
}

const coursesNamed = 3

/** What a part of the list says; `isAwaited`: it may say more in a moment. */
interface Part {
  needs: Need[]
  isAwaited: boolean
}

/**
 * What waits for somebody of the caller's role, each a link to its mend; nothing while nothing does. The
 * page below comes with the list, so that nothing moves it, but does not wait for it long; it asks for what
 * it shows meanwhile.
 */
export default function TodaysNeeds({ children }: { children: ReactNode }) {
  const { setup, ...checklist } = useChecklistNeeds()
  const parts = [
    useMoneyNeeds(),
    useRefundNeeds(),
    useComplaintNeeds(),
    useQuestionNeeds(),
    useAssignmentNeeds(),
    useLetterNeeds(),
    useCourseNeeds(),
    checklist,
  ]
  const isLate = useIsLate()
  const isAwaited = !isLate && parts.some((part) => part.isAwaited)
  const needs = parts.flatMap((part) => part.needs)
  return (
    <>
      {isAwaited && <Skeleton label={t('Loading the page')} className="h-96" />}
      <div hidden={isAwaited}>
        {setup && <SetupPanel isBegun={setup === 'open'} />}
        {needs.length > 0 && <NeedList needs={needs} />}
        {children}
      </div>
    </>
  )
}

/** On a slow line a page that moves once is better than none. */
const waitAtMostMs = 2_500

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const wait = setTimeout(() => setIsLate(true), waitAtMostMs)
    return () => clearTimeout(wait)
  }, [])
  return isLate
}

function NeedList({ needs }: { needs: Need[] }) {
  return (
    <section
      aria-labelledby="todays-needs"
      className="mb-6 rounded-md border-s-4 border-amber bg-amber-wash px-4 py-3"
    >
      <h2 id="todays-needs" className="text-lg">
        {t('To do today')}
      </h2>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {needs.map(({ text, to }) => (
          <li key={text + to}>
            <Link to={to} className="text-link inline-block py-1.5 wrap-anywhere lg:py-1">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useMoneyNeeds(): Part {
  const { may } = useRights()
  const alarms = useQuery({ ...alarmsQuery, enabled: may('orders') })
  const desk = useQuery({ ...summaryQuery, enabled: may('orders') })
  const needs = [
    needOf(
      alarms.data?.length,
      msg('{count, plural, one {# payment alarm} other {# payment alarms}}'),
      `${paths.admin}?tab=payments`,
    ),
    needOf(
      desk.data?.refunds_failed.count,
      msg('{count, plural, one {# failed refund} other {# failed refunds}}'),
      `${paths.admin}/money?list=failed`,
    ),
    needOf(
      desk.data?.open_disputes.count,
      msg('{count, plural, one {# open dispute} other {# open disputes}}'),
      `${paths.admin}/money?list=disputes`,
    ),
    needOf(
      desk.data?.open_differences,
      msg(
        '{count, plural, one {# difference in settlements} other {# differences in settlements}}',
      ),
      `${paths.admin}/money?list=differences`,
    ),
  ].flat()
  return { needs, isAwaited: isAwaited(alarms) || isAwaited(desk) }
}

/** Of who may refund and does not look after the money: whom to tell that it did not arrive. */
function useRefundNeeds(): Part {
  const { may } = useRights()
  const failed = useQuery({ ...failedRefundsQuery, enabled: may('refunds') && !may('orders') })
  const needs = failed.data?.refunds.map(({ user_id: id, user_name: name }) => ({
    text: t('Refund that failed: {name}', { name }),
    to: `${learnerPaths.learners}?person=${id}`,
  }))
  return { needs: needs ?? [], isAwaited: isAwaited(failed) }
}

function useComplaintNeeds(): Part {
  const { may } = useRights()
  const found = useQuery({ ...dueComplaintsQuery, enabled: may('people') })
  const needs = [
    needOf(
      found.data?.overdue,
      msg('{count, plural, one {# overdue complaint} other {# overdue complaints}}'),
      `${complaintPaths.office}?filter=overdue`,
    ),
    needOf(
      found.data?.due,
      msg(
        '{count, plural, one {# complaint to answer within a week} other {# complaints to answer within a week}}',
      ),
      complaintPaths.office,
    ),
  ].flat()
  return { needs, isAwaited: isAwaited(found) }
}

function useQuestionNeeds(): Part {
  const { may } = useRights()
  const waiting = useQuery({ ...waitingQuestionsQuery, enabled: may('courses') })
  const needs = needOf(
    waiting.data?.count,
    msg(
      '{count, plural, one {# question without an answer} other {# questions without an answer}}',
    ),
    discussionPaths.office,
  )
  return { needs, isAwaited: isAwaited(waiting) }
}

function useAssignmentNeeds(): Part {
  const { may } = useRights()
  const waiting = useQuery({ ...waitingSubmissionsQuery, enabled: may('courses') })
  const needs = needOf(
    waiting.data?.count,
    msg(
      '{count, plural, one {# assignment waits for an answer} other {# assignments wait for an answer}}',
    ),
    discussionPaths.handedIn,
  )
  return { needs, isAwaited: isAwaited(waiting) }
}

function useLetterNeeds(): Part {
  const { may } = useRights()
  const troubles = useQuery({ ...troublesQuery, enabled: may('letters') })
  const needs = troubles.data?.letters.flatMap(
    ({ id, subject, has_stopped: hasStopped, not_arrived: lost }) => {
      const to = `${paths.admin}/letters?letter=${id}`
      const stopped = hasStopped
        ? [{ text: t('Campaign that has stopped: {subject}', { subject }), to }]
        : []
      return [
        ...stopped,
        ...needOf(
          lost,
          msg('{count, plural, one {# mail} other {# mails}} of “{subject}” may not have arrived'),
          to,
          { subject },
        ),
      ]
    },
  )
  return { needs: needs ?? [], isAwaited: isAwaited(troubles) }
}

function useCourseNeeds(): Part {
  const { may } = useRights()
  const courses = useQuery({ ...allCoursesQuery, enabled: may('courses') })
  const changed = (courses.data ?? []).filter(
    // A draft that was never on sale is not late.
    (course) => course.has_unpublished_changes && !course.publish_at && course.state !== 'draft',
  )
  const named = changed.slice(0, coursesNamed).map(({ id, title }) => ({
    text: t('Changes not published: {title}', { title }),
    to: studioPaths.course(id),
  }))
  const more = needOf(
    changed.length - named.length,
    msg('{count, plural, one {# more course has changes} other {# more courses have changes}}'),
    paths.admin,
  )
  return { needs: [...named, ...more], isAwaited: isAwaited(courses) }
}

function useChecklistNeeds(): Part & { setup: 'new' | 'open' | null } {
  const { may } = useRights()
  const { search } = useLocation()
  const checklist = useQuery({ ...checklistQuery, enabled: may('settings') })
  const firstRun = checklist.data?.first_run ?? 'closed'
  const open = checklist.data?.items.filter(({ state }) => state !== 'ok').length
  const needs = needOf(
    open,
    msg(
      '{count, plural, one {# open point of the checklist} other {# open points of the checklist}}',
    ),
    `${paths.admin}/checklist`,
  )
  return {
    // Whoever came for something else, such as a list of payments, finds that at the top.
    setup: search === '' && firstRun !== 'closed' ? firstRun : null,
    needs,
    isAwaited: isAwaited(checklist),
  }
}

/** Under way for the first time. What has failed once holds up no page. */
function isAwaited({ isLoading, failureCount }: UseQueryResult): boolean {
  return isLoading && failureCount === 0
}

/** Empty while there is none, or it is not known yet. */
function needOf(count = 0, message: string, to: string, values: Values = {}): Need[] {
  if (count <= 0) return []
  return [{ text: formatMessage(t(message), { ...values, count }), to }]
}
