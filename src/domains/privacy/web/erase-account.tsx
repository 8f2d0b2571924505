import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert, NoticeAlert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useHeldFocus } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { exactTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { AccountPart } from '../../accounts/web/account-part.tsx'
import { type ErasureState, erasureQuery } from './queries.ts'

/** Has the account deleted in seven days, or takes that back. */
export function EraseAccount() {
  const client = useQueryClient()
  // What is typed stays, also when the rest could not be fetched anew.
  const { data, isLoadingError, isFetching, refetch } = useQuery(erasureQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const held = useHeldFocus(data)
  const done = ({ message }: { message: string }) => {
    setNotice({ tone: 'success', text: message })
    return client.invalidateQueries({ queryKey: erasureQuery.queryKey })
  }
  return (
    <AccountPart isText heading={t('Delete your account')}>
      <NoticeAlert notice={notice} className="mb-5" />
      <div {...held}>
        {isLoadingError ? (
          <LoadFailure
            sentence={t('This part could not be loaded.')}
            of={{ isFetching, refetch }}
          />
        ) : data ? (
          data.erasure ? (
            <Pending state={data} erasure={data.erasure} onDone={done} />
          ) : (
            <AskForErasure state={data} onDone={done} />
          )
        ) : (
          <Skeleton label={t('Loading')} className="h-32" />
        )}
      </div>
    </AccountPart>
  )
}

interface StepProps {
  state: ErasureState
  onDone: (answer: { message: string }) => Promise<void>
}

function Pending({
  state,
  erasure,
  onDone,
}: StepProps & { erasure: NonNullable<ErasureState['erasure']> }) {
  const cancel = useMutation({
    mutationFn: () => call('DELETE /my-data/erasure', {}),
    onSuccess: onDone,
  })
  return (
    <div className="grid gap-4">
      <Alert tone="warning" {...(state.waits_for !== null && { detail: state.waits_for })}>
        {t('Your account is going to be deleted after {day}.', {
          day: formatDateTime(erasure.due_at),
        })}
      </Alert>
      <p>
        <ActionButton action={cancel}>{t('Keep my account')}</ActionButton>
      </p>
      <Alert tone="danger">{cancel.error?.message}</Alert>
    </div>
  )
}

function AskForErasure({ state, onDone }: StepProps) {
  const { has_password: hasPassword, certificates } = state
  const [isOpen, setIsOpen] = useState(false)
  const held = useHeldFocus(isOpen)
  const form = useSaveForm({
    save: (data) =>
      call('POST /my-data/erasure', {
        body: {
          ...(hasPassword
            ? { password: exactTextOf(data, 'password') }
            : { code: textOf(data, 'code') }),
          keeps_certificates: data.get('keeps_certificates') === 'on',
        },
      }),
    onSaved: onDone,
  })
  return (
    <div {...held}>
      <p>
        {t(
          'Your name, your address and all that names you go. Your courses, your progress and your certificates can not be brought back. You have seven days to think it over. What the law wants kept, such as invoices, stays for as long as it says.',
        )}
      </p>
      {state.waits_for !== null && <p className="mt-3 text-ink-soft">{state.waits_for}</p>}
      {!isOpen && (
        <p className="mt-4">
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {t('Delete my account …')}
          </Button>
        </p>
      )}
      {isOpen && (
        <form
          method="post"
          noValidate
          onSubmit={form.submit}
          className="mt-5 grid max-w-form gap-5"
        >
          {certificates > 0 && (
            <label className="flex min-h-11 items-start gap-3 py-2">
              <input
                type="checkbox"
                name="keeps_certificates"
                className="mt-0.5 size-5 shrink-0 accent-ink"
              />
              <span>
                {t('Keep my certificates as they are')}
                <span className="block text-sm text-ink-soft">
                  {t('Whoever has the number still sees your name. Otherwise the name goes.')}
                </span>
              </span>
            </label>
          )}
          {hasPassword ? (
            <PasswordField
              label={t('Your password')}
              {...form.field('password')}
              autoComplete="current-password"
            />
          ) : (
            <Code error={form.errorAt('code')} />
          )}
          <Alert tone="danger">{form.failure}</Alert>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="danger" isBusy={form.isBusy}>
              {t('Delete my account in seven days')}
            </Button>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {t('Cancel')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

/** For who logs in with Google alone. */
function Code({ error }: { error: string | undefined }) {
  const send = useMutation({ mutationFn: () => call('POST /my-data/erasure/code', {}) })
  return (
    <div className="grid gap-3">
      <TextField
        label={t('Code from the mail')}
        name="code"
        hint={t('Eight digits. You have no password, so we mail you a code.')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={error}
      />
      <p>
        <ActionButton variant="secondary" size="small" action={send}>
          {t('Send me a code')}
        </ActionButton>
      </p>
      <Alert tone="success" isUrgent>
        {send.isSuccess && send.data.message}
      </Alert>
      <Alert tone="danger">{send.error?.message}</Alert>
    </div>
  )
}
