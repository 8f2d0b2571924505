import { type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { hideReasonLabels } from '../../../shared/hide-reasons.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { holdFocus } from '../../../ui/layout/hold-focus.ts'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { MyReview as Mine } from '../contract.ts'
import { myReviewQuery } from './queries.ts'
import { Stars } from './stars.tsx'

interface MyReviewProps {
  courseId: string
  isCompleted: boolean
}

/** In the classroom: the own review, or the one that is asked for, once at a third and once at the end. */
export default function MyReview({ courseId, isCompleted }: MyReviewProps) {
  const query = myReviewQuery(courseId)
  const { data } = useQuery(query)
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  // Then a review may be asked for; what is being written stays.
  const wasCompleted = useRef(isCompleted)
  useEffect(() => {
    if (wasCompleted.current === isCompleted) return
    wasCompleted.current = isCompleted
    void client.invalidateQueries(myReviewQuery(courseId))
  }, [client, courseId, isCompleted])

  const show = (isOpen: boolean) => {
    holdFocus(place.current)
    setIsSaved(false)
    setIsOpen(isOpen)
  }
  const keep = (mine: Mine) => {
    client.setQueryData(query.queryKey, mine)
    if (!isOpen) show(false)
  }
  const params = { course_id: courseId }
  const dismiss = useMutation({
    mutationFn: (stage: NonNullable<Mine['asks']>) =>
      call('POST /courses/:course_id/my-review/dismiss', { params, body: { stage } }),
    onSuccess: keep,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /courses/:course_id/my-review', { params }),
    onSuccess: keep,
  })
  if (!data || (data.review === null && !data.may_write)) return null // nothing that one would miss
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isOpen ? (
        <Part title={t('Your review')}>
          <ReviewForm
            courseId={courseId}
            mine={data}
            onSaved={(mine, isAllSaid) => {
              keep(mine)
              if (!isAllSaid) return
              show(false)
              setIsSaved(true)
            }}
            onCancel={() => show(false)}
          />
        </Part>
      ) : data.review ? (
        <WrittenReview
          review={data.review}
          onChange={data.may_write ? () => show(true) : null}
          remove={remove}
        />
      ) : (
        <AskedReview asks={data.asks} onWrite={() => show(true)} dismiss={dismiss} />
      )}
      <output className="text-sm text-ink-soft empty:hidden">
        {isSaved && t('Your review is saved.')}
      </output>
    </div>
  )
}

interface WrittenReviewProps {
  review: NonNullable<Mine['review']>
  /** Null: they may not write any more. */
  onChange: (() => void) | null
  remove: UseMutationResult<Mine, Error, void>
}

function WrittenReview({ review, onChange, remove }: WrittenReviewProps) {
  return (
    <Part title={t('Your review')}>
      <p>
        <Stars stars={review.stars} />
      </p>
      {review.words !== '' && (
        <p className="line-clamp-4 text-sm whitespace-pre-line text-ink-soft wrap-anywhere">
          {review.words}
        </p>
      )}
      {review.hidden_because !== null && (
        <p className="mt-1 text-sm">
          {t('Hidden from others: {reason}', {
            reason: t(hideReasonLabels[review.hidden_because]),
          })}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {onChange && (
          <Button variant="secondary" size="small" onClick={onChange}>
            {t('Change')}
          </Button>
        )}
        <ActionButton variant="quiet" size="small" action={remove}>
          {t('Remove')}
        </ActionButton>
      </p>
      <Alert tone="danger">{remove.error?.message}</Alert>
    </Part>
  )
}

interface AskedReviewProps {
  /** Null: it can be written all the same. */
  asks: Mine['asks']
  onWrite: () => void
  dismiss: UseMutationResult<Mine, Error, NonNullable<Mine['asks']>>
}

function AskedReview({ asks, onWrite, dismiss }: AskedReviewProps) {
  const open = (
    <Button variant={asks === null ? 'quiet' : 'secondary'} size="small" onClick={onWrite}>
      {t('Write a review')}
    </Button>
  )
  if (asks === null) return <div className="mt-3">{open}</div>
  return (
    <Part
      title={
        asks === 'completed' ? t('How was this course?') : t('How do you find this course so far?')
      }
    >
      <p className="text-sm text-ink-soft">
        {t('A few words help others who think about buying it.')}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        {open}
        <ActionButton variant="quiet" size="small" action={dismiss} variables={asks}>
          {t('Not now')}
        </ActionButton>
      </p>
      <Alert tone="danger">{dismiss.error?.message}</Alert>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6 rounded-md border border-line bg-sheet p-4">
      <h2 className="mb-1 text-lg">{title}</h2>
      {children}
    </section>
  )
}

interface ReviewFormProps {
  courseId: string
  mine: Mine
  /** All is said: nothing was typed on meanwhile, and the form is still open. */
  onSaved: (mine: Mine, isAllSaid: boolean) => void
  onCancel: () => void
}

function ReviewForm({ courseId, mine: { review }, onSaved, onCancel }: ReviewFormProps) {
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      call('PUT /courses/:course_id/my-review', {
        params: { course_id: courseId },
        body: { stars: Number(form.get('stars')), words: textOf(form, 'words') },
      }),
    onSaved: (mine, form, isAsSent) => onSaved(mine, form.isConnected && isAsSent),
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <fieldset>
        <legend className="font-medium">{t('Stars')}</legend>
        <div className="flex flex-wrap gap-x-3.5">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label key={stars} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="stars"
                value={stars}
                required
                defaultChecked={review?.stars === stars}
                className="size-5 accent-ink"
              />
              <span aria-hidden="true">
                {stars} <span className="text-amber">★</span>
              </span>
              <span className="sr-only">{t('{stars, number} of 5 stars', { stars })}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={t('In your words')}
        {...field('words')}
        isOptional
        rows={4}
        maxLength={2_000}
        defaultValue={review?.words}
        hint={t('Everybody can read it, with your first name and the first letter of your last.')}
      />
      <Alert tone="danger">{failure}</Alert>
      <p className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={isBusy}>
          {t('Save')}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </p>
    </form>
  )
}
