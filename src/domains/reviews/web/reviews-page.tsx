import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../../http/api-client.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { type HideReason, hideReasonLabels } from '../../../shared/hide-reasons.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { readSession } from '../../../ui/session.ts'
import { exactTextOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { HideForm } from '../../staff/web/hide-form.tsx'
import { type Filters, useFilter } from '../../staff/web/use-filter.tsx'
import type { ListedReview } from '../contract.ts'
import { listedReviewsQuery, type ReviewsFilter, reviewsKey } from './queries.ts'
import { Stars } from './stars.tsx'

const filters: Filters<ReviewsFilter> = [
  { value: 'unanswered', label: msg('Without an answer') },
  { value: 'reported', label: msg('Reported by readers') },
  { value: 'hidden', label: msg('Hidden') },
  { value: 'all', label: msg('All') },
]

/** Reviews of all courses: answered, and hidden for a reason that readers are told. */
export default function ReviewsPage() {
  const { filter, field } = useFilter(filters)
  const found = useInfiniteQuery(listedReviewsQuery(filter))
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t(
          'A review can be answered once, and hidden only for one of five reasons. That one is hidden, and why, stands on the course’s page.',
        )}
      </p>
      <div className="mt-5">{field}</div>
      <PagedTable
        noun={t('reviews')}
        found={found}
        rowsOf={({ reviews }) => reviews}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          title: t('No review here'),
          text: t('Who has played a good part of a course can review it.'),
        }}
      />
    </>
  )
}

const columns: Column<ListedReview>[] = [
  {
    heading: msg('Course'),
    cell: ({ course_id: id, course_title: title, written_at: at, by }) => (
      <>
        <Link to={paths.course(id)} className="text-link inline-block py-2.5 lg:py-0">
          {title}
        </Link>
        <span className="block text-sm text-ink-soft">
          {by ?? t('A learner')}, {formatDate(at)}
        </span>
      </>
    ),
  },
  {
    heading: msg('Review'),
    isWide: true,
    cell: ({ stars, words, reports, hidden_because: reason }) => (
      <>
        <Stars stars={stars} />{' '}
        {reports > 0 && (
          <Badge tone="waiting">
            {t('Reported by {count, plural, one {# reader} other {# readers}}', { count: reports })}
          </Badge>
        )}{' '}
        {reason !== null && <Badge tone="plain">{t(hideReasonLabels[reason])}</Badge>}
        <span className="block whitespace-pre-line wrap-anywhere">{words}</span>
      </>
    ),
  },
  { heading: msg('Answer'), isWide: true, cell: (review) => <Work review={review} /> },
]

function isAnsweredMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'review_answered'
}

interface Typed {
  words: string
  /** The answer that stood when it was begun. */
  before: string | null
}

/** What was typed and not saved, by person and review: it outlives its row, which goes where the list no longer has it. */
const typed = new Map<string, Typed>()

function Work({ review }: { review: ListedReview }) {
  const { id, answer } = review
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: reviewsKey })
  /** All but those without an answer: the row would go, with what is said of it. */
  const refreshOthers = () =>
    client.invalidateQueries({
      queryKey: reviewsKey,
      predicate: ({ queryKey }) => queryKey.at(-1) !== ('unanswered' satisfies ReviewsFilter),
    })
  /** Null: as it is saved. */
  const place = `${readSession()?.user.id} ${id}`
  const [own, setOwn] = useState(typed.get(place) ?? null)
  const type = (own: Typed | null) => {
    if (own === null) typed.delete(place)
    else typed.set(place, own)
    setOwn(own)
  }
  const {
    submit,
    isBusy,
    field,
    error: refusal,
    failure,
  } = useSaveForm({
    save: async (form) => {
      const words = exactTextOf(form, 'words')
      await call('PUT /admin/reviews/:id/answer', {
        params: { id },
        body: { words, before: answer },
      }).catch(async (error: unknown) => {
        if (isAnsweredMeanwhile(error)) await refreshOthers()
        throw error
      })
      return words
    },
    onSaved: async (sent) => {
      await refresh()
      const now = typed.get(place)
      type(now === undefined || now.words === sent ? null : { ...now, before: sent.trim() || null })
    },
  })
  const isAnswered = isAnsweredMeanwhile(refusal)
  const hide = useMutation({
    mutationFn: (reason: HideReason) =>
      call('POST /admin/reviews/:id/hide', { params: { id: review.id }, body: { reason } }),
    onSuccess: refresh,
  })
  const show = useMutation({
    mutationFn: () => call('POST /admin/reviews/:id/show', { params: { id: review.id } }),
    onSuccess: refresh,
  })
  const refused = isAnswered
    ? t('Somebody has answered meanwhile. The list “All” shows that, and keeps what you typed.')
    : failure
  const error = refused ?? hide.error?.message ?? show.error?.message
  const isHidden = review.hidden_because !== null
  return (
    <div className="grid gap-2">
      <form noValidate onSubmit={submit} className="grid gap-2">
        <TextArea
          label={t('Answer for everybody')}
          {...field('words')}
          isOptional
          rows={2}
          maxLength={2_000}
          value={own?.words ?? answer ?? ''}
          onChange={({ target }) =>
            type({ words: target.value, before: own === null ? answer : own.before })
          }
        />
        {own !== null && own.before !== answer && (
          <Alert tone="warning">
            {answer === null
              ? t('Somebody has taken the answer away meanwhile.')
              : t('Somebody has answered meanwhile: “{answer}”', { answer })}
          </Alert>
        )}
        <p className="flex flex-wrap gap-2">
          <Button type="submit" variant="secondary" size="small" isBusy={isBusy}>
            {t('Save the answer')}
          </Button>
          {(isHidden || review.reports > 0) && (
            <ActionButton variant="quiet" size="small" action={show}>
              {isHidden ? t('Show again') : t('Let it stand')}
            </ActionButton>
          )}
        </p>
      </form>
      {!isHidden && <HideForm isBusy={hide.isPending} onHide={(reason) => hide.mutate(reason)} />}
      <Alert tone="danger">{error}</Alert>
    </div>
  )
}
