import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { keyOf, useMutation } from '../../../http/web/use-mutation.ts'
import { perLanguage } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { RadioChoices } from '../../../ui/drafting/radio-choices.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { MyStudyPlan } from '../contract.ts'
import type { RemindedBy } from '../study-plan.ts'
import { canBePushed } from './ask-browser.ts'
import { type PlanInput, studyPlanQuery } from './queries.ts'
import { savePlan } from './save-plan.ts'

const weekday = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
)
const hourOfDay = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
)
/** 1 January 2024 was a Monday. */
const nameOf = (day: number) => weekday().format(Date.UTC(2024, 0, day))
const hours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: `${hour}`,
    label: hourOfDay().format(Date.UTC(2024, 0, 1, hour)),
  }))
const days = [1, 2, 3, 4, 5, 6, 7]
const lengths = [5, 10, 15, 20, 30, 45, 60, 90, 120]

/** A learner's own week: off until they set it. */
export default function StudyPlan() {
  // What is chosen stays, also when the plan could not be fetched anew.
  const { data, isLoadingError, isFetching, refetch } = useQuery(studyPlanQuery)
  return (
    <section aria-labelledby="study-plan" className="max-w-form">
      <h2 id="study-plan" className="text-2xl">
        {t('Your week')}
      </h2>
      <p className="mt-2">
        {t(
          'Choose when you would like to learn. If you wish, we remind you at that hour when you have not played anything that day.',
        )}
      </p>
      {isLoadingError ? (
        <LoadFailure sentence={t('Your plan could not be loaded.')} of={{ isFetching, refetch }} />
      ) : data ? (
        <>
          {data.plan && <HowItGoes plan={data.plan} />}
          {data.plan?.reminded_by === 'push' && data.plan.browsers === 0 && <Unreached />}
          <PlanForm plan={data.plan} />
        </>
      ) : (
        <Skeleton label={t('Loading your plan')} className="mt-6 h-96" />
      )}
    </section>
  )
}

function HowItGoes({ plan }: { plan: MyStudyPlan }) {
  const { streak, minutes, played_today_in_seconds: seconds } = plan
  const played = Math.floor((seconds ?? 0) / 60)
  return (
    <div className="mt-6 rounded-md border border-edge p-4">
      {streak > 0 && (
        <p className="text-lg font-medium">
          {t(
            '{streak, plural, one {You learned on your last planned day.} other {You learned on # planned days in a row.}}',
            { streak },
          )}
        </p>
      )}
      <p>
        {seconds === null
          ? t('Nothing played yet today.')
          : t('Today: {played} of {minutes, plural, one {# minute} other {# minutes}}.', {
              played,
              minutes,
            })}
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {t(
          'Any playing on a planned day counts. One missed day is forgiven, and again after seven more days. Other days change nothing.',
        )}
      </p>
    </div>
  )
}

/** Messages end with the session of a browser, and when its push service forgets it. */
function Unreached() {
  return (
    <Alert className="mt-6" tone="warning">
      {t(
        'No browser gets your reminders any more. Save your plan to get them in this one, or choose mails.',
      )}
    </Alert>
  )
}

const fresh = { weekdays: [1, 3, 5], hour: 19, minutes: 20, reminded_by: 'none' as RemindedBy }

function PlanForm({ plan }: { plan: MyStudyPlan | null }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(plan ?? fresh)
  const keep = {
    // One after the other: a save that asks the browser first does not bring back what was ended.
    scope: { id: 'study-plan' },
    onSuccess: ({ plan }: { plan: MyStudyPlan | null }) =>
      client.setQueryData(studyPlanQuery.queryKey, { plan }),
  }
  const save = useMutation({
    mutationFn: (chosen: PlanInput) => savePlan(chosen, plan?.reminded_by ?? 'none'),
    ...keep,
  })
  const end = useMutation({ mutationFn: () => call('DELETE /my-account/study-plan', {}), ...keep })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.reset()
    save.mutate(typed)
  }
  const toggle = (day: number) => {
    const { weekdays: chosen } = typed
    const weekdays = days.filter((one) => (one === day) !== chosen.includes(one))
    setTyped({ ...typed, weekdays })
  }
  const isAsChosen = keyOf(save.variables) === keyOf(typed)
  const failure = save.error ?? end.error
  return (
    <form onSubmit={submit} className="mt-6 grid gap-5">
      <fieldset>
        <legend className="font-medium">{t('Days of the week')}</legend>
        <div className="mt-1 flex flex-wrap gap-x-5">
          {days.map((day) => (
            <label key={day} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={typed.weekdays.includes(day)}
                onChange={() => toggle(day)}
                className="size-5 shrink-0 accent-ink"
              />
              {nameOf(day)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t('Hour in India')}
          value={`${typed.hour}`}
          options={hours()}
          onChange={({ target }) => setTyped({ ...typed, hour: Number(target.value) })}
        />
        <SelectField
          label={t('Minutes a day')}
          value={`${typed.minutes}`}
          options={[...new Set([...lengths, typed.minutes])]
            .toSorted((one, other) => one - other)
            .map((one) => ({ value: `${one}`, label: `${one}` }))}
          onChange={({ target }) => setTyped({ ...typed, minutes: Number(target.value) })}
        />
      </div>
      <RadioChoices
        legend={t('Remind me')}
        chosen={typed.reminded_by}
        onChoose={(reminded_by) => setTyped({ ...typed, reminded_by })}
        choices={listChoices(plan)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={save.isPending && isAsChosen}>
          {plan ? t('Save') : t('Set my plan')}
        </Button>
        {plan && (
          <Button
            variant="secondary"
            isBusy={end.isPending}
            onClick={() => {
              save.reset()
              end.mutate()
            }}
          >
            {t('End my plan')}
          </Button>
        )}
      </div>
      {failure ? (
        <Alert tone="danger">{failure.message}</Alert>
      ) : (
        ((save.isSuccess && isAsChosen) || end.isSuccess) && (
          <Alert tone="success" isUrgent detail={save.data?.refusal}>
            {end.isSuccess
              ? t('Your plan has ended. No more reminders will come.')
              : t('Your plan is saved.')}
          </Alert>
        )
      )}
    </form>
  )
}

/** Messages are for browsers that can show them, and for who has chosen them in another. */
function listChoices(plan: MyStudyPlan | null) {
  const push = {
    value: 'push' as const,
    label: t('By a message to this browser'),
    hint: t('It says no more than the name of your course, and ends when you log out here.'),
  }
  return [
    { value: 'none' as const, label: t('Not at all') },
    {
      value: 'mail' as const,
      label: t('By mail'),
      hint: t('Each mail has a link that stops them.'),
    },
    ...(canBePushed() || plan?.reminded_by === 'push' ? [push] : []),
  ]
}
