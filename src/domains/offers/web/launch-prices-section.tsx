import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { FormButtons, FormFold } from '../../../ui/controls/form-fold.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useHeldFocus } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { instantOf, numberOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { getLaunchPrice } from '../contract.ts'
import { launchPriceQuery, offersKey, pricedCoursesQuery } from './offer-queries.ts'

type History = ResponseOf<typeof getLaunchPrice>

/** The launch price of one course: what holds, a new one, and what it was given before. */
export function LaunchPricesSection() {
  const { data: courses, isLoadingError, isFetching, refetch } = useQuery(pricedCoursesQuery)
  const [chosen, setChosen] = useState('')
  // The first stays chosen, however the list goes on: a price may be typed for it already.
  if (chosen === '' && courses?.[0]) setChosen(courses[0].id)
  const course = courses?.find(({ id }) => id === chosen) ?? courses?.[0]
  const { data: history } = useQuery(launchPriceQuery(course?.id ?? ''))
  return (
    <section aria-labelledby="launch-prices" className="mt-12">
      <h2 id="launch-prices" className="text-2xl">
        {t('Launch prices')}
      </h2>
      <p className="mt-1 max-w-text text-ink-soft">
        {t(
          'A lower price with an end that is real: the shop shows it beside the list price, and after the end the list price holds again.',
        )}
      </p>
      {isLoadingError && (
        <LoadFailure
          className="mt-4"
          sentence={t('The courses cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {courses?.length === 0 && <p className="mt-4">{t('No course is on sale yet.')}</p>}
      {courses && course && (
        <div className="mt-4 grid gap-4">
          <SelectField
            label={t('Course')}
            value={course.id}
            onChange={(event) => setChosen(event.target.value)}
            options={courses.map(({ id, title, price }) => ({
              value: id,
              label: `${title}, ${formatRupees(price)}`,
            }))}
          />
          {history && (
            <CurrentPrice
              key={`current ${course.id}`}
              courseId={course.id}
              current={history.current}
            />
          )}
          <LaunchPriceForm key={course.id} courseId={course.id} />
          {history && history.history.length > 0 && <Earlier history={history.history} />}
        </div>
      )}
    </section>
  )
}

function CurrentPrice({ courseId, current }: { courseId: string; current: History['current'] }) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () =>
      call('DELETE /admin/courses/:id/launch-price', {
        params: { id: courseId },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: offersKey }),
  })
  const held = useHeldFocus(current)
  if (current === null || current.price === null) {
    return (
      <div {...held}>
        <Alert className="mb-4" tone="success" isUrgent>
          {removal.isSuccess && t('The launch price is taken away.')}
        </Alert>
        <p>{t('The list price holds: there is no launch price.')}</p>
      </div>
    )
  }
  return (
    <div {...held} className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {t('{price} from {from} until {until}.', {
          price: formatRupees(current.price),
          from: formatDateTime(current.starts_at),
          until: formatDateTime(current.ends_at),
        })}
      </p>
      <ActionButton variant="secondary" size="small" action={removal}>
        {t('Take it away')}
      </ActionButton>
      <Alert tone="danger">{removal.error?.message}</Alert>
    </div>
  )
}

function LaunchPriceForm({ courseId }: { courseId: string }) {
  const client = useQueryClient()
  const { submit, isBusy, isSaved, forget, field, failure } = useSaveForm({
    save: (form) =>
      call('PUT /admin/courses/:id/launch-price', {
        params: { id: courseId },
        body: {
          price: numberOf(form, 'price') ?? 0,
          starts_at: instantOf(form, 'starts_at'),
          ends_at: instantOf(form, 'ends_at') ?? '',
          reason: textOf(form, 'reason'),
        },
      }),
    onSaved: (_answer, form, isAsSent) => {
      if (isAsSent) form.reset()
      void client.invalidateQueries({ queryKey: offersKey })
    },
  })
  return (
    <>
      <FormFold label={t('New launch price')}>
        <form
          noValidate
          aria-label={t('New launch price')}
          onSubmit={submit}
          className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          <TextField label={t('Launch price, rupees')} {...field('price')} inputMode="numeric" />
          <TextField
            label={t('Begins')}
            {...field('starts_at')}
            type="datetime-local"
            hint={t('Left blank: now.')}
            isOptional
          />
          <TextField label={t('Ends')} {...field('ends_at')} type="datetime-local" />
          <TextField
            label={t('Reason')}
            {...field('reason')}
            hint={t('Wanted where a shown end moves to later.')}
            isOptional
            maxLength={500}
          />
          <FormButtons
            label={t('Set the launch price')}
            isBusy={isBusy}
            failure={failure}
            onCancel={forget}
          />
        </form>
      </FormFold>
      {isSaved && <Alert tone="success">{t('The launch price is set.')}</Alert>}
    </>
  )
}

function Earlier({ history }: { history: History['history'] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-3 font-medium lg:py-1.5">
        {t('All that was ever set')}
      </summary>
      <ol className="mt-2 grid gap-2 border-s-2 border-line ps-4">
        {history.map((one) => (
          <li key={one.set_at}>
            <span className="block text-ink-soft tabular-nums">
              {t('set {time}', { time: formatDateTime(one.set_at) })}
            </span>
            {one.price === null
              ? t('Taken away.')
              : t('{price} from {from} until {until}.', {
                  price: formatRupees(one.price),
                  from: formatDateTime(one.starts_at),
                  until: formatDateTime(one.ends_at),
                })}
            {one.reason !== null && ` ${one.reason}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
