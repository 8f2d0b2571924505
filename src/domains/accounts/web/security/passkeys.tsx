import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { formatDate } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { holdFocus, takeFocus } from '../../../../ui/layout/hold-focus.ts'
import { textOf, useSaveForm } from '../../../../ui/use-save-form.ts'
import { nameDevice } from '../../name-device.ts'
import { canUsePasskeys, explainPasskeyFailure, makePasskey } from './passkey-device.ts'
import { type Security, securityQuery } from './queries.ts'

type Passkey = Security['passkeys'][number]

/** Passkeys of an account: each is named, and can be removed. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const client = useQueryClient()
  const keep = async (security: Security) => {
    client.setQueryData(securityQuery.queryKey, security)
    await client.invalidateQueries()
  }
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const make = useMutation({
    mutationFn: () => makePasskey(nameDevice(navigator.userAgent)),
    onSuccess: keep,
  })
  const part = useRef<HTMLDivElement>(null)
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /auth/passkeys/:id', { params: { id } }),
    onSuccess: (security) => {
      // Who types a name for another one meanwhile goes on.
      if (!(document.activeElement instanceof HTMLInputElement)) holdFocus(part.current)
      return keep(security)
    },
  })
  const failure = make.error ? explainPasskeyFailure(make.error) : (remove.error?.message ?? null)
  return (
    <div ref={part} tabIndex={-1} className="grid gap-4 outline-none">
      <p>
        {t(
          'A passkey lets you in by your fingerprint, your face or the lock of your phone, without a password. It cannot be guessed, and no copied page can ask for it.',
        )}
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <OwnPasskey
              key={passkey.id}
              passkey={passkey}
              onRenamed={keep}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <div>
          <ActionButton variant="secondary" action={make}>
            {t('Add a passkey')}
          </ActionButton>
        </div>
      ) : (
        <p className="text-ink-soft">{t('This browser makes no passkeys at this address.')}</p>
      )}
      <Alert tone="danger">{failure}</Alert>
      <AlertDialog
        isOpen={removing !== null}
        title={t('Remove the passkey')}
        text={t('“{name}” will not let you in any more.', { name: removing?.name ?? '' })}
        confirmLabel={t('Remove')}
        isDangerous
        onConfirm={() => {
          if (removing) remove.mutate(removing.id)
          setRemoving(null)
        }}
        onCancel={() => setRemoving(null)}
      />
    </div>
  )
}

interface OwnPasskeyProps {
  passkey: Passkey
  onRenamed: (security: Security) => Promise<void>
  onRemove: () => void
}

function OwnPasskey({ passkey, onRenamed, onRemove }: OwnPasskeyProps) {
  const { id, name, created_at: madeAt, last_used_at: usedAt } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  const [wasRenaming, setWasRenaming] = useState(false)
  if (isRenaming) {
    return (
      <RenameForm id={id} name={name} onRenamed={onRenamed} onEnd={() => setIsRenaming(false)} />
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <p className="min-w-0 wrap-anywhere">
        {name}
        <span className="block text-sm text-ink-soft">
          {usedAt === null
            ? t('Since {date}', { date: formatDate(madeAt) })
            : t('Since {date}, last used {time}', {
                date: formatDate(madeAt),
                time: formatDate(usedAt),
              })}
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        <Button
          ref={wasRenaming ? takeFocus : null}
          variant="secondary"
          size="small"
          aria-label={t('Rename {name}', { name })}
          onClick={() => {
            setWasRenaming(true)
            setIsRenaming(true)
          }}
        >
          {t('Rename')}
        </Button>
        <Button
          variant="quiet"
          size="small"
          className="text-danger!"
          aria-label={t('Remove {name}', { name })}
          onClick={onRemove}
        >
          {t('Remove')}
        </Button>
      </span>
    </li>
  )
}

interface RenameFormProps extends Pick<Passkey, 'id' | 'name'> {
  onRenamed: (security: Security) => Promise<void>
  onEnd: () => void
}

function RenameForm({ id, name, onRenamed, onEnd }: RenameFormProps) {
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) => {
      const body = { name: textOf(form, 'name') }
      return call('PATCH /auth/passkeys/:id', { params: { id }, body })
    },
    onSaved: async (security, form, isAsSent) => {
      if (form.isConnected && isAsSent) onEnd() // no form that was opened anew
      await onRenamed(security)
    },
  })
  return (
    <li className="py-3">
      <form method="post" noValidate onSubmit={submit} className="grid gap-3">
        <TextField
          ref={takeFocus}
          label={t('Name of the passkey')}
          {...field('name')}
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
        />
        <Alert tone="danger">{failure}</Alert>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small" isBusy={isBusy}>
            {t('Save')}
          </Button>
          <Button variant="secondary" size="small" onClick={onEnd}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </li>
  )
}
