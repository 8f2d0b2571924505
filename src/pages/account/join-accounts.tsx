import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinRequestQuery } from '../../domains/learners/web/queries.ts'
import { useMutation } from '../../http/web/use-mutation.ts'
import { t } from '../../shared/i18n/translate.ts'
import { call } from '../../ui/call.ts'
import { ActionButton } from '../../ui/controls/action-button.tsx'
import { Alert, NoticeAlert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useHeldFocus } from '../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import type { Notice } from '../../ui/notice.ts'
import { textOf, useSaveForm } from '../../ui/use-save-form.ts'

/** Joins another account of the same person to this one: first the codes are mailed, then entered. */
export default function JoinAccounts({ email }: { email: string }) {
  const client = useQueryClient()
  const { data, isLoadingError, isFetching, refetch } = useQuery(joinRequestQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const held = useHeldFocus(data)
  if (isLoadingError)
    return (
      <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading')} className="h-32" />
  const done = ({ message }: { message: string }) => {
    setNotice({ tone: 'success', text: message })
    // Courses, payments and documents may be more than a moment ago.
    return client.invalidateQueries()
  }
  const { request } = data
  return (
    <div {...held}>
      <NoticeAlert notice={notice} className="mb-5" />
      {request === null ? (
        <AskForCodes onDone={done} />
      ) : (
        <EnterCodes email={email} otherEmail={request.email} onDone={done} />
      )}
    </div>
  )
}

interface StepProps {
  onDone: (answer: { message: string }) => Promise<void>
}

function AskForCodes({ onDone }: StepProps) {
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) => call('POST /my-account/join', { body: { email: textOf(form, 'email') } }),
    onSaved: onDone,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p>
        {t(
          'Did you sign up twice, for example with your work address and with your own? Then make it one account: the courses, payments, progress and certificates of the other one come here, and the other account ends.',
        )}
      </p>
      <TextField
        label={t('E-mail of your other account')}
        {...field('email')}
        hint={t('We mail a code to both addresses.')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('Send the codes')}
      </Button>
      <Alert tone="danger">{failure}</Alert>
    </form>
  )
}

function EnterCodes({
  email,
  otherEmail,
  onDone,
}: StepProps & { email: string; otherEmail: string }) {
  const join = useSaveForm({
    save: (form) =>
      call('POST /my-account/join/confirm', {
        body: {
          email: otherEmail,
          code: textOf(form, 'code'),
          other_code: textOf(form, 'other_code'),
        },
      }),
    onSaved: onDone,
  })
  const cancel = useMutation({
    mutationFn: () => call('DELETE /my-account/join', {}),
    onSuccess: onDone,
  })
  const failure = join.failure ?? cancel.error?.message ?? null
  return (
    <form method="post" noValidate onSubmit={join.submit} className="grid gap-5">
      <p className="wrap-anywhere">
        {t(
          'We mailed a code to {email} and, if it has an account, one to {otherEmail}. With both codes all of {otherEmail} comes into this account, and that account ends. This cannot be undone.',
          { email, otherEmail },
        )}
      </p>
      {[
        { name: 'code', address: email },
        { name: 'other_code', address: otherEmail },
      ].map(({ name, address }) => (
        <TextField
          key={name}
          label={t('Code mailed to {address}', { address })}
          name={name}
          hint={t('Eight letters and digits.')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={join.errorAt(name)}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={join.isBusy}>
          {t('Join the accounts')}
        </Button>
        <ActionButton variant="secondary" action={cancel}>
          {t('Cancel')}
        </ActionButton>
      </div>
      <Alert tone="danger">{failure}</Alert>
    </form>
  )
}
