import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { CheckedItemRow } from './checked-item-row.tsx'
import { SetupList } from './first-run/setup-list.tsx'
import { OfficerForm } from './officer-form.tsx'
import { type Checklist, checklistQuery } from './queries.ts'

/** What must stand before the first learner comes. */
export function ChecklistPage() {
  const { data, isError, isFetching, refetch } = useQuery(checklistQuery)
  if (data) return <ShownChecklist checklist={data} />
  if (!isError) return <Skeleton label={t('Loading the checklist')} className="mt-6 h-96" />
  return (
    <LoadFailure
      sentence={t('The checklist could not be loaded.')}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function ShownChecklist({ checklist: { items, grievance_officer } }: { checklist: Checklist }) {
  const ready = items.filter(({ state }) => state === 'ok').length
  return (
    <>
      <p className="mt-2 text-ink-soft" aria-live="polite">
        {ready === items.length
          ? t('All is ready.')
          : t('{ready} of {all} are ready. What can be tried out has a button.', {
              ready,
              all: items.length,
            })}
      </p>
      <ul className="mt-6 grid gap-3">
        {items.map((item) => (
          <CheckedItemRow key={item.item} checked={item} />
        ))}
      </ul>
      <SetupList />
      <OfficerForm officer={grievance_officer} />
    </>
  )
}
