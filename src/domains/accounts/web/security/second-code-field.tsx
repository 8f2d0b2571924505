import type { ComponentProps } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { CodeField } from '../../../../ui/controls/code-field.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'

interface SecondCodeFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  isRecovery: boolean
  onSwitch: () => void
  error: string | undefined
}

/** The code that the app shows, or a recovery code in its place. */
export function SecondCodeField({ isRecovery, onSwitch, ...input }: SecondCodeFieldProps) {
  return (
    <div>
      {isRecovery ? (
        <TextField
          key="recovery"
          label={t('Recovery code')}
          hint={t('One of the ten that you kept. It works once.')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          {...input}
        />
      ) : (
        <CodeField
          key="app"
          label={t('Code')}
          hint={t('The six digits that your authenticator app shows now.')}
          {...input}
        />
      )}
      <button type="button" onClick={onSwitch} className="text-link mt-2 inline-block py-1 text-sm">
        {isRecovery ? t('Use the app instead') : t('Use a recovery code instead')}
      </button>
    </div>
  )
}
