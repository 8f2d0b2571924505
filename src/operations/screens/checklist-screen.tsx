import { useQuery } from '@tanstack/react-query'
import { Link, type MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { type Checklist, checklistQuery } from '../queries.ts'
import { CheckedItemRow } from './checked-item-row.tsx'
import { checklistPath } from './checklist-path.ts'
import { OfficerForm } from './officer-form.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: 'Checklist', path: checklistPath })

export default function ChecklistScreen() {
  return <RequireSession admin>{() => <LoadedChecklist />}</RequireSession>
}

function LoadedChecklist() {
  const { data, isError, isFetching, refetch } = useQuery(checklistQuery)
  return (
    <div className="page-width py-8 sm:py-10">
      <p>
        <Link to={paths.admin} className="text-link">
          Admin Dashboard
        </Link>
      </p>
      <h1 className="mt-2 text-3xl">Before the first learner</h1>
      {data ? (
        <ShownChecklist checklist={data} />
      ) : isError ? (
        <div className="mt-6">
          <LoadFailure
            sentence="The checklist could not be loaded."
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Skeleton label="Loading the checklist" className="mt-6 h-96" />
      )}
    </div>
  )
}

function ShownChecklist({ checklist: { items, grievance_officer } }: { checklist: Checklist }) {
  const ready = items.filter(({ state }) => state === 'ok').length
  return (
    <>
      <p className="mt-2 text-ink-soft" aria-live="polite">
        {ready === items.length
          ? 'All is ready.'
          : `${ready} of ${items.length} are ready. What can be tried out has a button.`}
      </p>
      <ul className="mt-6 grid gap-3">
        {items.map((item) => (
          <CheckedItemRow key={item.item} checked={item} />
        ))}
      </ul>
      <OfficerForm officer={grievance_officer} />
    </>
  )
}
