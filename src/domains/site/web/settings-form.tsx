import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { exactTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { guardedGroups } from '../setting-groups.ts'
import { requestSaveSettings, type Setting, settingsQuery } from './queries.ts'

/** Sends what was changed. Left blank a secret stays as it is, and all else goes back to its default. */
export function SettingsForm({ label, settings }: { label: string; settings: Setting[] }) {
  const client = useQueryClient()
  const { submit, isBusy, isSaved, forget, errorAt, failure } = useSaveForm({
    save: (form) =>
      requestSaveSettings({
        values: listChanged(form, settings),
        password: exactTextOf(form, 'password') || undefined,
        proof: textOf(form, 'proof') || undefined,
      }),
    onSaved: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  })
  const open = settings.filter(({ from }) => from !== 'environment')
  const isLater = settings.some(({ takes_effect }) => takes_effect === 'at_next_start')
  return (
    <form noValidate aria-label={label} onSubmit={submit} onChange={forget} className="grid gap-4">
      {settings.map((setting) => (
        <SettingField key={setting.name} setting={setting} error={errorAt(setting.name)} />
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

function SettingField({ setting, error }: { setting: Setting; error: string | undefined }) {
  const { name, label, hint, value, by_default, from, is_secret } = setting
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
    const defaultValue = value ?? undefined
    return <TextField {...field} autoComplete="off" {...{ placeholder, defaultValue }} />
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

function listChanged(form: FormData, settings: Setting[]): Record<string, string> {
  const changed = settings
    .filter(({ from }) => from !== 'environment')
    .map(({ name, value }) => [name, textOf(form, name), value ?? ''] as const)
    .filter(([name, typed, before]) => typed !== before || form.has(removalOf(name)))
  return Object.fromEntries(changed.map(([name, typed]) => [name, typed]))
}
