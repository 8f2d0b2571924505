import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert, NoticeAlert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useHeldFocus } from '../../../ui/layout/hold-focus.ts'
import { PrivacyNote } from '../../../ui/layout/privacy-note.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { Nominee } from '../contract.ts'
import { nomineeQuery } from './queries.ts'

/** In the account: who may act for the learner if they die or cannot act themselves. */
export function NomineeForm() {
  const client = useQueryClient()
  const { data, isLoadingError, isFetching, refetch } = useQuery(nomineeQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [timesRemoved, setTimesRemoved] = useState(0)
  const held = useHeldFocus(data)
  const keep = (named: { nominee: Nominee | null }) => {
    const text = named.nominee ? t('This person is named.') : t('Nobody is named now.')
    setNotice({ tone: 'success', text })
    if (!named.nominee) setTimesRemoved(timesRemoved + 1)
    client.setQueryData(nomineeQuery.queryKey, named)
  }
  if (isLoadingError)
    return (
      <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading')} className="h-32" />
  return (
    <div {...held}>
      <NoticeAlert key={data.nominee?.named_at} notice={notice} className="mb-5" />
      <EditForm key={timesRemoved} nominee={data.nominee} onKept={keep} />
    </div>
  )
}

interface EditFormProps {
  nominee: Nominee | null
  onKept: (named: { nominee: Nominee | null }) => void
}

function EditForm({ nominee, onKept }: EditFormProps) {
  const { submit, isBusy, errorAt, field, failure } = useSaveForm({
    save: (form) =>
      call('PUT /my-nominee', {
        body: {
          name: textOf(form, 'name'),
          email: textOf(form, 'email'),
          phone: textOf(form, 'phone'),
          relation: textOf(form, 'relation'),
        },
      }),
    onSaved: onKept,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /my-nominee', {}),
    onSuccess: onKept,
  })
  const trouble = failure ?? remove.error?.message ?? null
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p>
        {nominee === null
          ? t('Name somebody who may act for you here if you die or cannot act yourself.')
          : t('{name} may act for you here if you die or cannot act yourself. Named on {date}.', {
              name: nominee.name,
              date: formatDate(nominee.named_at),
            })}
      </p>
      <TextField
        label={t('Their full name')}
        name="name"
        autoComplete="off"
        maxLength={100}
        required
        defaultValue={nominee?.name}
        error={errorAt('name') && t('Please enter their name.')}
      />
      <TextField
        label={t('Who they are to you')}
        {...field('relation')}
        hint={t('Such as wife, son or friend.')}
        autoComplete="off"
        maxLength={50}
        required
        defaultValue={nominee?.relation}
      />
      <TextField
        label={t('Their e-mail')}
        {...field('email')}
        hint={t('An e-mail address or a phone number will do.')}
        type="email"
        autoComplete="off"
        maxLength={254}
        isOptional
        defaultValue={nominee?.email ?? ''}
      />
      <TextField
        label={t('Their phone')}
        {...field('phone')}
        type="tel"
        autoComplete="off"
        maxLength={30}
        isOptional
        defaultValue={nominee?.phone ?? ''}
      />
      <PrivacyNote>
        {t(
          'We reach them only when they have to act for you. Please tell them that you named them.',
        )}
      </PrivacyNote>
      <Alert tone="danger">{trouble}</Alert>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {nominee === null ? t('Name this person') : t('Change this person')}
        </Button>
        {nominee !== null && (
          <ActionButton variant="quiet" action={remove}>
            {t('Name nobody')}
          </ActionButton>
        )}
      </div>
    </form>
  )
}
