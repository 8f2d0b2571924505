import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert, NoticeAlert } from '../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { nameRole } from '../../staff/role-names.ts'
import type { Learner } from '../contract.ts'
import { learnerPaths } from '../learner-paths.ts'
import { LearnerActions } from './learner-actions.tsx'
import { LearnerCourses } from './learner-courses.tsx'
import { LearnerOrders } from './learner-orders.tsx'
import { LearnerRecords } from './learner-records.tsx'
import { learnerQuery } from './queries.ts'

/** All about one person, and what can be done for them. */
export function LearnerPage({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(learnerQuery(id))
  const [notice, setNotice] = useState<Notice | null>(null)
  return (
    <>
      <p>
        <Link to={learnerPaths.learners} className="text-link inline-block py-3 lg:py-1">
          {t('All learners')}
        </Link>
      </p>
      {error && !data && (
        <LoadFailure className="mt-4" sentence={error.message} of={{ isFetching, refetch }} />
      )}
      {!data && !error && <Skeleton label={t('Loading the learner')} className="mt-4 h-96" />}
      {data && (
        <>
          <Summary learner={data} />
          {!data.erasure?.is_done && <LearnerActions learner={data} onNotice={setNotice} />}
          <NoticeAlert notice={notice} className="stays-in-sight mt-4" />
          <LearnerCourses learner={data} onNotice={setNotice} />
          <LearnerOrders learner={data} />
          <LearnerRecords learner={data} onNotice={setNotice} />
        </>
      )}
    </>
  )
}

function Summary({ learner }: { learner: Learner }) {
  const { name, email, phone, role, blocked, new_email: newEmail, created_at: since } = learner
  return (
    <>
      <h2 className="mt-2 text-2xl wrap-anywhere">{name}</h2>
      <p className="mt-1 wrap-anywhere text-ink-soft">
        {email}
        {phone !== null && (
          <span className="whitespace-nowrap">
            , <bdi dir="ltr">{phone}</bdi>
          </span>
        )}
      </p>
      <p className="text-sm text-ink-soft">
        {role !== null && <>{nameRole(role)}. </>}
        {t('Joined {time}.', { time: formatDateTime(since) })}
      </p>
      {newEmail !== null && (
        <p className="mt-2 text-sm wrap-anywhere">
          {t(
            'The address is to change to {email}. Both addresses were written to: the new one has to be confirmed, the old one can agree or refuse within a day.',
            { email: newEmail },
          )}
        </p>
      )}
      {learner.joined.map((other) => (
        <p key={other.email} className="mt-2 text-sm wrap-anywhere">
          {t('The account of {email} ({name}) was joined to this one on {time}.', {
            email: other.email,
            name: other.name,
            time: formatDateTime(other.joined_at),
          })}
        </p>
      ))}
      {learner.erasure && (
        <Alert className="mt-4" tone="warning">
          {learner.erasure.is_done
            ? t('This account was deleted at its owner’s request. What is left names nobody.')
            : t('Is going to be deleted after {day}, as its owner asked.', {
                day: formatDateTime(learner.erasure.due_at),
              })}
        </Alert>
      )}
      {blocked && !learner.erasure?.is_done && (
        <Alert className="mt-4" tone="warning" detail={blocked.reason}>
          {t('Blocked since {time}', { time: formatDateTime(blocked.at) })}
        </Alert>
      )}
    </>
  )
}
