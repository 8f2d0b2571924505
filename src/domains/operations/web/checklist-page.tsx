import { useQuery } from '@tanstack/react-query'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { timeColumn } from '../../../ui/controls/columns.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { CheckedItemRow } from './checked-item-row.tsx'
import { SetupList } from './first-run/setup-list.tsx'
import { OfficerForm } from './officer-form.tsx'
import { type Checklist, checklistQuery } from './queries.ts'

/** What must stand before the first learner comes. */
export default function ChecklistPage() {
  const { data, isError, isFetching, refetch } = useQuery(checklistQuery)
  if (data) return <ShownChecklist checklist={data} />
  if (!isError) return <Skeleton label={t('Loading the checklist')} className="mt-6 h-96" />
  return (
    <LoadFailure sentence={t('The checklist could not be loaded.')} of={{ isFetching, refetch }} />
  )
}

function ShownChecklist({ checklist }: { checklist: Checklist }) {
  const { items, grievance_officer, stopped } = checklist
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
      {stopped.length > 0 && <Stopped rows={stopped} />}
    </>
  )
}

type StoppedRow = Checklist['stopped'][number]

const columns: readonly Column<StoppedRow>[] = [
  { heading: msg('Rule'), cell: ({ directive }) => directive },
  { heading: msg('From'), cell: ({ blocked }) => blocked },
  { heading: msg('On pages'), cell: ({ page }) => page },
  { heading: msg('Times'), cell: ({ reports }) => reports, isNumber: true },
  { ...timeColumn(msg('Last'), ({ last_seen_at }) => last_seen_at), isUnbroken: true },
]

/** What browsers kept from running on our pages. */
function Stopped({ rows }: { rows: StoppedRow[] }) {
  return (
    <section className="mt-10" aria-labelledby="stopped">
      <h2 id="stopped" className="text-lg font-semibold">
        {t('Stopped by browsers')}
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        {t(
          'What visitors’ browsers kept from running on your pages. A program on a visitor’s device may be behind it; tell whoever runs the academy of what comes again and again.',
        )}
      </p>
      <DataTable
        caption={t('Stopped by browsers')}
        columns={columns}
        rows={rows}
        keyOf={({ directive, blocked, page }) => `${directive} ${blocked} ${page}`}
      />
    </section>
  )
}
