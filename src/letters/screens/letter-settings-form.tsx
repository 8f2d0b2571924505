import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { askToSaveSettings, type LetterSettings, settingsQuery } from '../queries.ts'

/** How fast letters go, and whether left checkouts are reminded of. */
export function LetterSettingsForm() {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <section aria-labelledby="letter-settings" className="mt-10 max-w-text">
      <h2 id="letter-settings" className="mb-3 text-2xl">
        Settings
      </h2>
      {isError && (
        <LoadFailure
          sentence="The settings cannot be shown right now."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <Skeleton label="Loading the settings" className="h-40" />}
      {data && <SettingsFields settings={data} />}
    </section>
  )
}

function SettingsFields({ settings }: { settings: LetterSettings }) {
  const client = useQueryClient()
  const [pace, setPace] = useState(String(settings.letters_a_minute))
  const [areOn, setAreOn] = useState(settings.are_reminders_on)
  const save = useMutation({
    mutationFn: () =>
      askToSaveSettings({ letters_a_minute: Number(pace), are_reminders_on: areOn }),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  })
  const failure = save.error
  const atPace =
    failure instanceof ApiError && failure.status === 400
      ? (failure.errors.find(({ path }) => path === 'letters_a_minute')?.message ?? failure.message)
      : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="rounded-md border border-line bg-sheet p-4 sm:p-5"
    >
      <TextField
        label="Letters a minute"
        hint="As many as your mail provider allows."
        inputMode="numeric"
        maxLength={5}
        required
        value={pace}
        error={atPace}
        onChange={(event) => setPace(event.target.value)}
      />
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={areOn}
          aria-describedby="reminders-hint"
          onChange={(event) => setAreOn(event.target.checked)}
          className="size-5 shrink-0 accent-ink"
        />
        <span>Remind learners of a course that they left at the checkout</span>
      </label>
      <p id="reminders-hint" className="text-sm text-ink-soft">
        One mail for each course, after an hour, to those who want news, and only when Razorpay says
        that nothing was paid.
      </p>
      <Button type="submit" variant="secondary" className="mt-4" isBusy={save.isPending}>
        Save the settings
      </Button>
      {save.isSuccess && (
        <div className="mt-4">
          <Alert tone="success" isUrgent>
            The settings are saved.
          </Alert>
        </div>
      )}
      {failure && atPace === undefined && (
        <div className="mt-4">
          <Alert tone="danger">{failure.message}</Alert>
        </div>
      )}
    </form>
  )
}
