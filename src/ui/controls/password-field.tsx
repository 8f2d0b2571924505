import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { rich } from '../rich.tsx'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

interface PasswordFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'className' | 'type'> {}

/** A password that can be looked at, with a word of warning while Caps Lock is on. */
export function PasswordField({ label, hint, error, id, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)
  const spoken = { spoken: <span className="sr-only" />, password: label.toLowerCase() }
  const watchCapsLock = (event: KeyboardEvent) =>
    setIsCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <Field label={label} hint={isCapsLockOn ? t('Caps Lock is on.') : hint} error={error} id={id}>
      {(wiring) => (
        <div dir="ltr" className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            className={`${inputStyle} pe-20`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={wiring.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-1 end-1 rounded-sm px-3 text-sm font-medium hover:bg-wash"
          >
            {isShown
              ? rich('Hide<spoken> {password}</spoken>', spoken)
              : rich('Show<spoken> {password}</spoken>', spoken)}
          </button>
        </div>
      )}
    </Field>
  )
}
