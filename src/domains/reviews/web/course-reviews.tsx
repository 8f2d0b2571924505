import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { makeQueryClient } from '../../../http/web/make-query-client.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { hideReasonLabels } from '../../../shared/hide-reasons.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { holdFocus } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useSession } from '../../../ui/session.ts'
import type { Review } from '../contract.ts'
import { reviewsQuery } from './queries.ts'
import { Stars } from './stars.tsx'

/** What learners say of a course, and how many of their reviews are hidden, and why. */
export default function CourseReviews({ courseId }: { courseId: string }) {
  const [client] = useState(() => makeQueryClient())
  return (
    <QueryClientProvider client={client}>
      <ReviewList courseId={courseId} />
    </QueryClientProvider>
  )
}

function ReviewList({ courseId }: { courseId: string }) {
  const found = useInfiniteQuery(reviewsQuery(courseId))
  const isSignedIn = useSession() !== null
  const trouble = found.isError && (
    <LoadFailure sentence={t('The reviews cannot be shown right now.')} of={found} />
  )
  if (found.isLoadingError) return trouble
  if (!found.data) return <Skeleton label={t('Loading the reviews')} className="h-40" />
  const hidden = found.data.pages[0]?.hidden ?? []
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {t('Only who has played a good part of the course can review it.')}
        {hidden.map(({ reason, count }) => (
          <span key={reason} className="block">
            {t('{count, number} hidden: {reason}', { count, reason: t(hideReasonLabels[reason]) })}
          </span>
        ))}
      </p>
      <ul className="grid gap-6">
        {found.data.pages.flatMap(({ reviews }) =>
          reviews.map((review) => (
            <ShownReview key={review.id} review={review} isReportable={isSignedIn} />
          )),
        )}
      </ul>
      {trouble}
      <ShowMore found={found} className="mt-6" />
    </>
  )
}

function ShownReview({ review, isReportable }: { review: Review; isReportable: boolean }) {
  const said = useRef<HTMLOutputElement>(null)
  const report = useMutation({
    mutationFn: () => call('POST /reviews/:id/report', { params: { id: review.id } }),
    onSettled: () => holdFocus(said.current),
  })
  const { by, stars, words, written_at: writtenAt, edited_at: editedAt, answer } = review
  return (
    <li className="max-w-text">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Stars stars={stars} />
        <span className="font-medium wrap-anywhere">{by ?? t('A learner')}</span>
        <span className="text-sm text-ink-soft">
          {formatDate(writtenAt)}
          {editedAt !== null && `, ${t('changed since')}`}
        </span>
      </p>
      {words !== '' && <p className="mt-1 whitespace-pre-line wrap-anywhere">{words}</p>}
      {answer !== null && (
        <div className="mt-2 border-s-2 border-line ps-4">
          <p className="text-sm font-medium">{t('The academy answers:')}</p>
          <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{answer}</p>
        </div>
      )}
      {isReportable && (
        <output ref={said} tabIndex={-1} className="text-sm text-ink-soft">
          {report.data?.message ?? report.error?.message ?? (
            <ActionButton variant="quiet" size="small" className="-ms-3" action={report}>
              {t('Report')}
            </ActionButton>
          )}
        </output>
      )}
    </li>
  )
}
