import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { dateColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { complaintSubjects } from '../complaint.ts'
import { stateLabels, subjectLabels } from '../complaint-labels.ts'
import type { ListedComplaint } from '../contract.ts'
import { type ComplaintsFilter, complaintsQuery } from './queries.ts'
import { WorkedComplaintView } from './worked-complaint-view.tsx'

const filters: { value: ComplaintsFilter['filter']; label: string }[] = [
  { value: 'open', label: msg('Waiting for an answer') },
  { value: 'overdue', label: msg('Overdue') },
  { value: 'answered', label: msg('Answered, not closed') },
  { value: 'closed', label: msg('Closed') },
]

/** Complaints by the day they are due, or the one that the address names. */
export default function ComplaintsPage() {
  const chosen = useSearchParams()[0].get('complaint')
  if (chosen === null) return <ComplaintList />
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to="?" className="text-link inline-block py-3 lg:py-1">
          {t('Back to all complaints')}
        </Link>
      </p>
      <WorkedComplaintView key={chosen} id={chosen} />
    </>
  )
}

function ComplaintList() {
  const [params, setParams] = useSearchParams()
  const filter = filters.find(({ value }) => value === params.get('filter'))?.value ?? 'open'
  const subject = complaintSubjects.find((one) => one === params.get('subject'))
  const found = useInfiniteQuery(complaintsQuery({ filter, subject }))
  const show = (change: { filter?: string; subject?: string }) => {
    // The address is ahead of what is drawn.
    const newest = Object.fromEntries(new URLSearchParams(window.location.search))
    const kept = Object.entries({ ...newest, ...change }).filter(([, value]) => value !== '')
    setParams(Object.fromEntries(kept), { replace: true })
  }
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t(
          'Each has a month: consumers’ law asks for it. For personal data the law gives 90 days; here they have the same month.',
        )}
      </p>
      <div className="mt-5 grid gap-4 sm:max-w-text sm:grid-cols-2">
        <SelectField
          label={t('Show')}
          options={filters.map(({ value, label }) => ({ value: value ?? '', label: t(label) }))}
          value={filter}
          onChange={(event) => show({ filter: event.target.value })}
        />
        <SelectField
          label={t('About')}
          options={[
            { value: '', label: t('Everything') },
            ...complaintSubjects.map((value) => ({ value, label: t(subjectLabels[value]) })),
          ]}
          value={subject ?? ''}
          onChange={(event) => show({ subject: event.target.value })}
        />
      </div>
      <PagedTable
        noun={t('complaints')}
        found={found}
        rowsOf={({ complaints }) => complaints}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          title: t('No complaint here'),
          text: t('Those that learners and visitors file stand here by the day they are due.'),
        }}
      />
    </>
  )
}

const columns: Column<ListedComplaint>[] = [
  {
    heading: msg('Number'),
    isUnbroken: true,
    cell: ({ id, number }) => (
      <Link
        to={`?${new URLSearchParams({ complaint: id })}`}
        className="text-link inline-block py-2.5 font-medium lg:py-0"
      >
        {number}
      </Link>
    ),
  },
  {
    heading: msg('Answer by'),
    cell: ({ due_on: dueOn, is_overdue: isOverdue }) => (
      <>
        {formatDate(dueOn)} {isOverdue && <Badge tone="waiting">{t('Overdue')}</Badge>}
      </>
    ),
  },
  { heading: msg('About'), cell: ({ subject }) => t(subjectLabels[subject]) },
  {
    heading: msg('From'),
    cell: ({ name, email }) => (
      <>
        <span className="block wrap-anywhere">{name}</span>
        <span className="block wrap-anywhere text-ink-soft">{email}</span>
      </>
    ),
    isWide: true,
  },
  { heading: msg('In the hands of'), cell: ({ assigned_to: name }) => name ?? '–' },
  { heading: msg('State'), cell: ({ state }) => t(stateLabels[state]) },
  { ...dateColumn(msg('Filed'), ({ filed_at: at }) => at), isUnbroken: true },
]
