import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { dateColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { newId } from '../../../ui/drafting/new-id.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { numberOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { type Filters, useFilter } from '../../staff/web/use-filter.tsx'
import type { Outcome } from '../assignment.ts'
import type { ListedSubmission, OpenedSubmission } from '../contract.ts'
import {
  assignmentsKey,
  type SubmissionsFilter,
  submissionQuery,
  submissionsQuery,
} from './queries.ts'
import { VersionList } from './version-list.tsx'

const filters: Filters<SubmissionsFilter> = [
  { value: 'waiting', label: msg('Waiting for an answer') },
  { value: 'all', label: msg('All') },
]

/** What learners hand in, by how long it waits, or the one that the address names. */
export default function SubmissionsPage() {
  const chosen = useSearchParams()[0].get('submission')
  if (chosen === null) return <SubmissionTable />
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to="?" className="text-link inline-block py-3 lg:py-1">
          {t('Back to all that was handed in')}
        </Link>
      </p>
      <Opened key={chosen} id={chosen} />
    </>
  )
}

function SubmissionTable() {
  const { filter, field } = useFilter(filters)
  return (
    <>
      {field}
      <PagedTable
        noun={t('assignments')}
        found={useInfiniteQuery(submissionsQuery(filter))}
        rowsOf={({ submissions }) => submissions}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          title: t('Nothing was handed in here'),
          text: t('What learners hand in beside lessons stands here, the longest waiting first.'),
        }}
      />
    </>
  )
}

const columns: Column<ListedSubmission>[] = [
  {
    heading: msg('Assignment'),
    isWide: true,
    cell: (row) => (
      <>
        <Link
          to={`?${new URLSearchParams({ submission: row.id })}`}
          className="text-link inline-block py-2.5 wrap-anywhere lg:py-0"
        >
          {row.title}
          <span className="sr-only"> {t('of {name}', { name: row.by })}</span>
        </Link>{' '}
        <Standing row={row} />
      </>
    ),
  },
  {
    heading: msg('Course'),
    cell: ({ course_title: course, lesson_title: lesson }) => (
      <>
        <span className="block wrap-anywhere">{course}</span>
        <span className="block wrap-anywhere text-ink-soft">{lesson}</span>
      </>
    ),
  },
  { heading: msg('From'), cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  { ...dateColumn(msg('Handed in'), ({ handed_in_at: at }) => at), isUnbroken: true },
]

function Standing({ row }: { row: ListedSubmission }) {
  const isLate = row.due_on !== null && dayInIndia(new Date(row.handed_in_at)) > row.due_on
  return (
    <>
      {row.outcome === 'marked' && <Badge tone="good">{t('Marked')}</Badge>}{' '}
      {row.outcome === 'again' && <Badge tone="plain">{t('To be handed in again')}</Badge>}{' '}
      {!row.is_latest && <Badge tone="plain">{t('An earlier version')}</Badge>}{' '}
      {isLate && <Badge tone="waiting">{t('Late')}</Badge>}{' '}
      {row.has_left && <Badge tone="plain">{t('No longer in the course')}</Badge>}{' '}
      {!row.has_course && <Badge tone="plain">{t('No longer has the course')}</Badge>}
    </>
  )
}

function Opened({ id }: { id: string }) {
  const found = useInfiniteQuery(submissionQuery(id))
  const { error, isLoadingError, isFetching, refetch } = found
  // Here, so that they outlive a new version, or the answer of another teacher, that comes meanwhile.
  const [words, setWords] = useState('')
  // So does a mark that is typed, also when the rest could not be fetched anew.
  if (isLoadingError) return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
  const [data] = found.data?.pages ?? []
  if (!data) return <Skeleton label={t('Loading')} className="h-64" />
  const newest = data.submissions[0]
  return (
    <article className="grid max-w-text gap-4">
      <div>
        <h2 className="text-xl wrap-anywhere">
          {data.title} <Standing row={data} />
        </h2>
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
          {data.by}, {data.course_title}, {data.lesson_title}
          {data.due_on !== null && `, ${t('due on {day}', { day: formatDate(data.due_on) })}`}
        </p>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">
          {t('What was to be done')}
        </summary>
        <Prose html={data.instructions_html} className="wrap-anywhere" />
      </details>
      <VersionList pages={found.data?.pages ?? []} fileRoute="GET /admin/submissions/:id/file" />
      <ShowMore found={found} className="justify-self-start" />
      {newest && (
        <AnswerForm
          key={`${newest.id} ${newest.answers.length}`}
          opened={data}
          newestId={newest.id}
          after={newest.answers.length}
          words={words}
          onWords={setWords}
          onStale={() => void refetch()}
        />
      )}
    </article>
  )
}

const outcomeNames: { value: Outcome; label: string }[] = [
  { value: 'marked', label: msg('Mark it') },
  { value: 'again', label: msg('Ask for a new version') },
]

interface AnswerFormProps {
  opened: OpenedSubmission
  newestId: string
  /** How many answers the newest version has. */
  after: number
  words: string
  onWords: Dispatch<SetStateAction<string>>
  onStale: () => void
}

function AnswerForm({ opened, newestId, after, words, onWords, onStale }: AnswerFormProps) {
  const client = useQueryClient()
  const id = useRef(newId())
  const [outcome, setOutcome] = useState<Outcome>('marked')
  const { submit, isBusy, error, errorAt, field, failure } = useSaveForm({
    save: async (form) => {
      await call('POST /admin/submissions/:id/answers', {
        params: { id: newestId },
        body: {
          id: id.current,
          after,
          outcome,
          mark: outcome === 'marked' ? (numberOf(form, 'mark') ?? null) : null,
          words: words.trim(),
        },
      })
      return words
    },
    onSaved: (sent) => {
      onWords((now) => (now === sent ? '' : now))
      return client.invalidateQueries({ queryKey: assignmentsKey })
    },
  })
  const highest = opened.highest_mark
  return (
    <form
      noValidate
      onSubmit={submit}
      // What differs from what may have arrived already is another answer.
      onChange={() => {
        id.current = newId()
      }}
      className="grid gap-4 border-t border-line pt-4"
    >
      <h3 className="text-lg">{after === 0 ? t('Answer') : t('Correct the answer')}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('Answer with')}
          options={outcomeNames
            .filter(({ value }) => value === 'marked' || !opened.has_left)
            .map(({ value, label }) => ({ value, label: t(label) }))}
          value={outcome}
          error={errorAt('outcome')}
          onChange={({ target }) => setOutcome(target.value === 'again' ? 'again' : 'marked')}
        />
        {outcome === 'marked' && (
          <TextField
            label={t('Mark, from 0 to {highest}', { highest })}
            {...field('mark')}
            type="number"
            min={0}
            max={highest}
            step={1}
          />
        )}
      </div>
      <TextArea
        label={t('Words to the learner')}
        isOptional
        rows={5}
        maxLength={20_000}
        value={words}
        onChange={({ target }) => onWords(target.value)}
        error={errorAt('words')}
      />
      {failure !== null && (
        <Alert
          tone="danger"
          action={
            error?.status === 409 && (
              <Button variant="secondary" size="small" onClick={onStale}>
                {t('Show how it is now')}
              </Button>
            )
          }
        >
          {failure}
        </Alert>
      )}
      <p>
        <Button type="submit" isBusy={isBusy}>
          {t('Send the answer')}
        </Button>
      </p>
    </form>
  )
}
