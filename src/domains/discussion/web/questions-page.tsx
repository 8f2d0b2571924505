import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { type HideReason, hideReasonLabels } from '../../../shared/hide-reasons.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { dateColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { HideForm } from '../../staff/web/hide-form.tsx'
import { type Filters, useFilter } from '../../staff/web/use-filter.tsx'
import type { Answer, ListedQuestion, OpenQuestion } from '../contract.ts'
import { blocksQuery, listedQuestionsQuery, type QuestionsFilter, questionsKey } from './queries.ts'
import { QuestionView } from './question-view.tsx'

const filters: Filters<QuestionsFilter> = [
  { value: 'waiting', label: msg('Waiting for an answer') },
  { value: 'reported', label: msg('Reported by readers') },
  { value: 'hidden', label: msg('Hidden') },
  { value: 'all', label: msg('All') },
]

/** Questions of all courses by how long they wait, or the one that the address names. */
export default function QuestionsPage() {
  const chosen = useSearchParams()[0].get('question')
  if (chosen === null) return <QuestionTable />
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to="?" className="text-link inline-block py-3 lg:py-1">
          {t('Back to all questions')}
        </Link>
      </p>
      <div className="max-w-text">
        <QuestionView key={chosen} id={chosen} Work={Work} />
      </div>
    </>
  )
}

function QuestionTable() {
  const { filter, field } = useFilter(filters)
  const found = useInfiniteQuery(listedQuestionsQuery(filter))
  return (
    <>
      {field}
      <PagedTable
        noun={t('questions')}
        found={found}
        rowsOf={({ questions }) => questions}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          title: t('No question here'),
          text: t('What learners ask beside lessons stands here, the longest waiting first.'),
        }}
      />
      <Blocks />
    </>
  )
}

const columns: Column<ListedQuestion>[] = [
  {
    heading: msg('Question'),
    isWide: true,
    cell: ({
      id,
      title,
      reports,
      is_removed: removed,
      is_solved: isSolved,
      hidden_because: reason,
    }) => (
      <>
        <Link
          to={`?${new URLSearchParams({ question: id })}`}
          className="text-link inline-block py-2.5 wrap-anywhere lg:py-0"
        >
          {removed ? t('Removed by its writer') : title}
        </Link>{' '}
        <Reports count={reports} /> {isSolved && <Badge tone="good">{t('Solved')}</Badge>}{' '}
        {reason !== null && <Badge tone="plain">{t(hideReasonLabels[reason])}</Badge>}
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
  { heading: msg('From'), cell: ({ by }) => by ?? t('A learner') },
  { heading: msg('Answers'), cell: ({ answers }) => answers },
  { ...dateColumn(msg('Asked'), ({ asked_at: at }) => at), isUnbroken: true },
]

function Reports({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge tone="waiting">
      {t('Reported by {count, plural, one {# reader} other {# readers}}', { count })}
    </Badge>
  )
}

/** Hides, shows, or keeps the writer from writing more in this course. */
function Work({ question, answer }: { question: OpenQuestion; answer: Answer | null }) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: questionsKey })
  const params = { id: question.id }
  const answer_id = answer?.id ?? null
  const hide = useMutation({
    mutationFn: (reason: HideReason) =>
      call('POST /admin/questions/:id/hide', { params, body: { answer_id, reason } }),
    onSuccess: refresh,
  })
  const show = useMutation({
    mutationFn: () => call('POST /admin/questions/:id/show', { params, body: { answer_id } }),
    onSuccess: refresh,
  })
  const block = useMutation({
    mutationFn: (reason: HideReason) =>
      call('POST /admin/questions/:id/block', { params, body: { answer_id, reason } }),
    onSuccess: refresh,
  })
  const error = hide.error ?? show.error ?? block.error
  const { is_own: isOwn, hidden_because: reason, reports } = answer ?? question
  const { words_before: before } = answer ?? question
  return (
    <div className="mt-1 text-sm">
      {before !== null && (
        <details>
          <summary className="inline-block cursor-pointer py-2 underline">
            {t('What was reported or hidden, before its writer changed it')}
          </summary>
          <p className="rounded-md bg-wash p-3 whitespace-pre-line wrap-anywhere">{before}</p>
        </details>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Reports count={reports} />
        {(reason !== null || reports > 0 || before !== null) && (
          <ActionButton variant="secondary" size="small" action={show}>
            {reason === null ? t('Let it stand') : t('Show again')}
          </ActionButton>
        )}
        {reason === null && (
          <HideForm isBusy={hide.isPending} onHide={(reason) => hide.mutate(reason)} />
        )}
        {!isOwn && (
          <HideForm
            label={t('Keep the writer from writing here…')}
            act={t('Keep from writing')}
            isBusy={block.isPending}
            onHide={(reason) => block.mutate(reason)}
          />
        )}
      </div>
      {block.isSuccess && (
        <p className="text-ink-soft">
          {t('They can read in this course, but not write any more.')}
        </p>
      )}
      <Alert tone="danger">{error?.message}</Alert>
    </div>
  )
}

/** Who may not write where; nothing while that is nobody. */
function Blocks() {
  const client = useQueryClient()
  const { data } = useQuery(blocksQuery)
  const end = useMutation({
    mutationFn: (of: { course_id: string; learner_id: string }) =>
      call('POST /admin/discussion-blocks/end', { body: of }),
    onSuccess: (left) => client.setQueryData(blocksQuery.queryKey, left),
  })
  if (!data || data.blocks.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="text-xl">{t('Kept from writing')}</h2>
      <ul className="mt-3 grid gap-3">
        {data.blocks.map((one) => {
          const { course_id, learner_id, name, course_title: course, reason } = one
          return (
            <li key={`${course_id} ${learner_id}`} className="flex flex-wrap items-center gap-x-4">
              <span className="wrap-anywhere">
                {name}, “{course}”: {t(hideReasonLabels[reason])}, {formatDate(one.blocked_at)}
              </span>
              <ActionButton
                variant="secondary"
                size="small"
                action={end}
                variables={{ course_id, learner_id }}
              >
                {t('Let them write again')}
                <span className="sr-only">: {name}</span>
              </ActionButton>
            </li>
          )
        })}
      </ul>
      <Alert tone="danger">{end.error?.message}</Alert>
    </section>
  )
}
