import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { numberOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { type CampaignSettings, settingsQuery } from './queries.ts'

/** How fast letters go, and whether left checkouts are reminded of. */
export function CampaignSettingsForm() {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <section aria-labelledby="letter-settings" className="mt-10 max-w-text">
      <h2 id="letter-settings" className="mb-3 text-2xl">
        {t('Settings')}
      </h2>
      {isError && (
        <LoadFailure
          sentence={t('The settings cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the settings')} className="h-40" />
      )}
      {data && <SettingsFields settings={data} />}
    </section>
  )
}

function SettingsFields({ settings }: { settings: CampaignSettings }) {
  const client = useQueryClient()
  /** From when somebody began to type: what the fields show, and what is saved as far as is known. */
  const [begun, setBegun] = useState<Record<'shown' | 'kept', CampaignSettings>>()
  const { shown, kept } = begun ?? { shown: settings, kept: settings }
  const { submit, isBusy, isSaved, field, failure } = useSaveForm({
    save: async (form) => {
      const pace = numberOf(form, 'letters_a_minute') ?? 0
      const areRemindersOn = form.get('are_reminders_on') === 'on'
      const changed = {
        ...(pace !== kept.letters_a_minute && { letters_a_minute: pace }),
        ...(areRemindersOn !== kept.are_reminders_on && { are_reminders_on: areRemindersOn }),
      }
      return { changed, saved: await call('PUT /admin/letter-settings', { body: changed }) }
    },
    onSaved: ({ changed, saved }) => {
      setBegun((begun) => begun && { ...begun, kept: { ...begun.kept, ...changed } })
      client.setQueryData(settingsQuery.queryKey, saved)
    },
  })
  return (
    <form
      onSubmit={submit}
      onChange={() => setBegun(begun ?? { shown, kept })}
      noValidate
      className="rounded-md border border-line bg-sheet p-4 sm:p-5"
    >
      <Fragment key={JSON.stringify(shown)}>
        <TextField
          label={t('E-mails a minute')}
          {...field('letters_a_minute')}
          hint={t('As many as your mail provider allows.')}
          inputMode="numeric"
          maxLength={5}
          required
          defaultValue={shown.letters_a_minute}
        />
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="are_reminders_on"
            defaultChecked={shown.are_reminders_on}
            aria-describedby="reminders-hint"
            className="size-5 shrink-0 accent-ink"
          />
          <span>{t('Remind learners of a course that they left at the checkout')}</span>
        </label>
      </Fragment>
      <p id="reminders-hint" className="text-sm text-ink-soft">
        {t(
          'One mail for each course, after an hour, to those who want news, and only when Razorpay says that nothing was paid.',
        )}
      </p>
      <Button type="submit" variant="secondary" className="mt-4" isBusy={isBusy}>
        {t('Save the settings')}
      </Button>
      <Alert className="mt-4" tone="success" isUrgent>
        {isSaved && t('The settings are saved.')}
      </Alert>
      <Alert className="mt-4" tone="danger">
        {failure}
      </Alert>
    </form>
  )
}
