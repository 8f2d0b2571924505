import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { exactTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { guardedGroups } from '../setting-groups.ts'
import { requestSaveSettings, type Setting, settingsQuery } from './queries.ts'

/** By the names of the settings. */
type Values = Record<string, string>

/** Sends what was changed. Left blank a secret stays as it is, and all else goes back to its default. */
export function SettingsForm({ label, settings }: { label: string; settings: Setting[] }) {
  const client = useQueryClient()
  /** What the fields began with; `settings` also brings what others have changed meanwhile. */
  const [begun, setBegun] = useState<Values>(() =>
    Object.fromEntries(settings.map(({ name, value }) => [name, value ?? ''])),
  )
  const { submit, isBusy, isSaved, forget, errorAt, failure } = useSaveForm({
    save: async (form) => {
      const values = listChanged(form, settings, begun)
      const saved = await requestSaveSettings({
        values,
        password: exactTextOf(form, 'password') || undefined,
        proof: textOf(form, 'proof') || undefined,
      })
      return { values, saved }
    },
    onSaved: ({ values, saved }) => {
      setBegun((begun) => ({ ...begun, ...values }))
      client.setQueryData(settingsQuery.queryKey, saved)
    },
  })
  const open = settings.filter(({ from }) => from !== 'environment')
  const isLater = settings.some(({ takes_effect }) => takes_effect === 'at_next_start')
  return (
    <form noValidate aria-label={label} onSubmit={submit} onChange={forget} className="grid gap-4">
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          begun={begun[setting.name]}
          error={errorAt(setting.name)}
        />
      ))}
      {open.some(({ group }) => group === 'figures') && (
        <TextArea
          label={t('What proves these figures')}
          name="proof"
          hint={t('E.g. what was counted, when and by whom. It stays in the audit log.')}
          maxLength={1_000}
          isOptional
          error={errorAt('proof')}
        />
      )}
      {open.some(({ group }) => guardedGroups.includes(group)) && (
        <PasswordField
          label={t('Your own password')}
          name="password"
          autoComplete="current-password"
          hint={t('Asked for again before this part is changed.')}
          error={errorAt('password')}
        />
      )}
      {isSaved && (
        <Alert tone="success" isUrgent>
          {isLater
            ? t('Saved. It takes effect when the academy is started the next time.')
            : t('Saved. The pages say so now.')}
        </Alert>
      )}
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button type="submit" isBusy={isBusy} disabled={open.length === 0}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

interface SettingFieldProps {
  setting: Setting
  begun: string | undefined
  error: string | undefined
}

function SettingField({ setting, begun, error }: SettingFieldProps) {
  const { name, label, hint, by_default, from, is_secret } = setting
  const isFixed = from === 'environment'
  const field = {
    label,
    name,
    hint: isFixed ? t('Set as {name} where the academy is started.', { name }) : hint,
    maxLength: 2_000,
    disabled: isFixed,
    error,
  }
  if (!is_secret) {
    const placeholder = by_default ?? undefined
    return (
      <TextField {...field} autoComplete="off" placeholder={placeholder} defaultValue={begun} />
    )
  }
  return (
    <div>
      <PasswordField {...field} autoComplete="new-password" placeholder={tellSecret(from)} />
      {from === 'browser' && (
        <label className="mt-1 flex min-h-11 items-center gap-3">
          <input type="checkbox" name={removalOf(name)} className="size-5 shrink-0 accent-ink" />
          <span>{t('Take it away')}</span>
        </label>
      )}
    </div>
  )
}

const removalOf = (name: string): string => `remove-${name}`

function tellSecret(from: Setting['from']): string {
  return from === 'default' ? t('Not set') : t('Set, and not shown')
}

function listChanged(form: FormData, settings: Setting[], begun: Values): Values {
  const changed = settings
    .filter(({ from }) => from !== 'environment')
    .map(({ name, is_secret }) => [name, textOf(form, name), is_secret ? '' : begun[name]] as const)
    .filter(([name, typed, before]) => typed !== before || form.has(removalOf(name)))
  return Object.fromEntries(changed.map(([name, typed]) => [name, typed]))
}
