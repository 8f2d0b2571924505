import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { stateLabels, subjectLabels } from '../complaint-labels.ts'
import { complaintPaths } from '../complaint-paths.ts'
import { myComplaintsQuery } from './queries.ts'

/** In the account: the own complaints, and the way to a new one. */
export function MyComplaints() {
  const { data, isError, isFetching, refetch } = useQuery(myComplaintsQuery)
  if (isError)
    return (
      <LoadFailure
        sentence={t('Your complaints could not be loaded.')}
        of={{ isFetching, refetch }}
      />
    )
  if (!data) return <Skeleton label={t('Loading your complaints')} className="h-32" />
  return (
    <>
      {data.complaints.length === 0 ? (
        <p className="text-ink-soft">
          {t('If something is not put right, file a complaint: you have an answer within a month.')}
        </p>
      ) : (
        <ul className="grid gap-3">
          {data.complaints.map(({ id, number, subject, state, due_on: dueOn }) => (
            <li key={id}>
              <Link
                to={`${complaintPaths.page}?${new URLSearchParams({ id })}`}
                className="text-link inline-block py-1"
              >
                {number}
              </Link>
              <span className="block text-sm text-ink-soft">
                {t(subjectLabels[subject])}.{' '}
                {state === 'open'
                  ? t('You have an answer by {date}.', { date: formatDate(dueOn) })
                  : t(stateLabels[state])}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-5">
        <LinkButton to={complaintPaths.page} variant="secondary">
          {t('File a complaint')}
        </LinkButton>
      </p>
    </>
  )
}
