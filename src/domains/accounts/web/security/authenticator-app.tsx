import { type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { formatDate } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { CodeField } from '../../../../ui/controls/code-field.tsx'
import { QrCode } from '../../../../ui/figures/qr-code.tsx'
import { holdFocus, takeFocus } from '../../../../ui/layout/hold-focus.ts'
import { textOf, useSaveForm } from '../../../../ui/use-save-form.ts'
import type { startApp } from '../../security/contract.ts'
import { newCodesQuery, type Security } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The second step: an app that makes codes, with codes to recover by. */
export function AuthenticatorApp({ security }: { security: Security }) {
  const client = useQueryClient()
  const { data: codes } = useQuery(newCodesQuery)
  const setCodes = (made: string[] | null) => client.setQueryData(newCodesQuery.queryKey, made)
  const refresh = () => client.invalidateQueries()
  const start = useMutation({ mutationFn: () => call('POST /auth/app', {}) })
  const keep = () => {
    setCodes(null)
    void refresh()
  }
  const show = ({ recovery_codes: made }: { recovery_codes: string[] }) => {
    start.reset()
    setCodes(made)
  }
  const cancel = () => {
    start.reset()
    // It may be in use: the answer that said so may have been lost.
    void refresh()
  }
  const step = codes ? 'codes' : start.data ? 'key' : 'rest'
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  // The button that led on is gone.
  useEffect(() => {
    if (before.current !== step) takeFocus(part.current)
    before.current = step
  }, [step])
  const removed = () => {
    holdFocus(part.current)
    return refresh()
  }
  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      {codes ? (
        <RecoveryCodes codes={codes} onKept={keep} />
      ) : start.data ? (
        <ConfirmApp made={start.data} onConfirmed={show} onCancel={cancel} />
      ) : security.app_since !== null ? (
        <AppInUse security={security} onCodes={show} onRemoved={removed} />
      ) : (
        <SetUp start={start} />
      )}
    </div>
  )
}

function SetUp({ start }: { start: UseMutationResult<ResponseOf<typeof startApp>, Error, void> }) {
  return (
    <div className="grid gap-4">
      <p>
        {t(
          'With an authenticator app on your phone a log-in asks for a code that it shows, too. Then nobody gets in who only knows your password.',
        )}
      </p>
      <div>
        <ActionButton variant="secondary" action={start}>
          {t('Set up an app')}
        </ActionButton>
      </div>
      <Alert tone="danger">{start.error?.message}</Alert>
    </div>
  )
}

interface ConfirmAppProps {
  made: ResponseOf<typeof startApp>
  onConfirmed: (answer: { recovery_codes: string[] }) => void
  onCancel: () => void
}

function ConfirmApp({ made: { secret, uri }, onConfirmed, onCancel }: ConfirmAppProps) {
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) => call('POST /auth/app/confirm', { body: { code: textOf(form, 'code') } }),
    onSaved: onConfirmed,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p>{t('Read this picture with your authenticator app, or type the key into it.')}</p>
      <QrCode
        text={uri}
        label={t('The key of your account, for an app')}
        className="w-48 max-w-full"
      />
      <p>
        <span className="block text-sm text-ink-soft">{t('Key')}</span>
        <code dir="ltr" className="font-mono wrap-anywhere">
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <CodeField
        label={t('Code')}
        {...field('code')}
        hint={t('The six digits that your authenticator app shows now.')}
      />
      <Alert tone="danger">{failure}</Alert>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {t('Take it in use')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

interface AppInUseProps {
  security: Security
  onCodes: (answer: { recovery_codes: string[] }) => void
  onRemoved: () => Promise<void>
}

function AppInUse({ security, onCodes, onRemoved }: AppInUseProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const renew = useMutation({
    mutationFn: () => call('POST /auth/recovery-codes', {}),
    onSuccess: onCodes,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /auth/app', {}),
    onSuccess: onRemoved,
    onSettled: () => setIsRemoving(false),
  })
  const failure = renew.error ?? remove.error
  return (
    <div className="grid gap-4">
      <p>
        {t('A log-in by password or Google asks for the code of your app, since {date}.', {
          date: formatDate(security.app_since ?? ''),
        })}
      </p>
      <p className="text-ink-soft">
        {t('{count, plural, one {# recovery code is left.} other {# recovery codes are left.}}', {
          count: security.recovery_codes_left,
        })}
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton variant="secondary" action={renew}>
          {t('New recovery codes')}
        </ActionButton>
        <Button variant="quiet" className="text-danger!" onClick={() => setIsRemoving(true)}>
          {t('Take the app away')}
        </Button>
      </div>
      <Alert tone="danger">{failure?.message}</Alert>
      <AlertDialog
        isOpen={isRemoving}
        title={t('Take the app away')}
        text={t('Then your password alone lets in whoever knows it.')}
        confirmLabel={t('Take it away')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => {
          setIsRemoving(false)
          remove.mutate()
        }}
        onCancel={() => setIsRemoving(false)}
      />
    </div>
  )
}
