import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { exactTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { guardedGroups } from '../setting-groups.ts'
import { type Setting, settingsQuery } from './queries.ts'

/** By the names of the settings; undefined: not known. */
type Values = Record<string, string | undefined>

/** Sends what was changed. Left blank a secret stays as it is, and all else goes back to its default. */
export function SettingsForm({ label, settings }: { label: string; settings: Setting[] }) {
  const client = useQueryClient()
  /** From when somebody began to type: what the fields show, and what of it is known to be saved. */
  const [begun, setBegun] = useState<{ shown: Values; saved: Values }>()
  const newest = Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']))
  const { shown, saved } = begun ?? { shown: newest, saved: newest }
  const setSaved = (change: (saved: Values) => Values) =>
    setBegun((begun) => begun && { ...begun, saved: change(begun.saved) })
  const { submit, isBusy, isSaved, forget, errorAt, field, failure } = useSaveForm({
    save: async (form) => {
      const values = listChanged(form, settings, saved)
      // Without an answer they may be saved or not: the next time they are sent whatever they say.
      const unknown = Object.keys(values).map((name) => [name, undefined])
      setSaved((saved) => ({ ...saved, ...Object.fromEntries(unknown) }))
      const answer = await call('PUT /admin/settings', {
        body: {
          values,
          password: exactTextOf(form, 'password') || undefined,
          proof: textOf(form, 'proof') || undefined,
        },
      })
      return { values, answer }
    },
    onSaved: ({ values, answer }) => {
      setSaved((saved) => ({ ...saved, ...values }))
      client.setQueryData(settingsQuery.queryKey, answer)
    },
  })
  const open = settings.filter(({ from }) => from !== 'environment')
  const isLater = settings.some(({ takes_effect }) => takes_effect === 'at_next_start')
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={submit}
      onChange={() => {
        forget()
        setBegun(begun ?? { shown, saved })
      }}
      className="grid gap-4"
    >
      <Fragment key={JSON.stringify(shown)}>
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            shown={shown[setting.name]}
            error={errorAt(setting.name)}
          />
        ))}
      </Fragment>
      {open.some(({ group }) => group === 'figures') && (
        <TextArea
          label={t('What proves these figures')}
          {...field('proof')}
          hint={t('E.g. what was counted, when and by whom. It stays in the audit log.')}
          maxLength={1_000}
          isOptional
        />
      )}
      {open.some(({ group }) => guardedGroups.includes(group)) && (
        <PasswordField
          label={t('Your own password')}
          {...field('password')}
          autoComplete="current-password"
          hint={t('Asked for again before this part is changed.')}
        />
      )}
      {isSaved && (
        <Alert tone="success" isUrgent>
          {isLater
            ? t('Saved. It takes effect when the academy is started the next time.')
            : t('Saved. The pages say so now.')}
        </Alert>
      )}
      <Alert tone="danger">{failure}</Alert>
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
  shown: string | undefined
  error: string | undefined
}

function SettingField({ setting, shown, error }: SettingFieldProps) {
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
      <TextField {...field} autoComplete="off" placeholder={placeholder} defaultValue={shown} />
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

function listChanged(form: FormData, settings: Setting[], saved: Values): Record<string, string> {
  const changed = settings
    .filter(({ from }) => from !== 'environment')
    .map(({ name, is_secret }) => [name, textOf(form, name), is_secret ? '' : saved[name]] as const)
    .filter(([name, typed, before]) => typed !== before || form.has(removalOf(name)))
  return Object.fromEntries(changed.map(([name, typed]) => [name, typed]))
}
