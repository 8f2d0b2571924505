import { t } from '../../../shared/i18n/translate.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { inputStyle } from '../../../ui/controls/input-style.ts'

interface ColourFieldProps {
  label: string
  hint: string
  /** As typed; null: empty. */
  value: string | null
  error: string | undefined
  onChange: (value: string | null) => void
}

/** A colour as people have it from their designer, or chosen by eye. */
export function ColourField({ label, hint, value, error, onChange }: ColourFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isRequired={false}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            {...wiring}
            type="text"
            value={value ?? ''}
            placeholder="#0f766e"
            autoComplete="off"
            spellCheck={false}
            maxLength={9}
            onChange={({ target }) => onChange(target.value.trim() || null)}
            className={inputStyle}
          />
          <input
            type="color"
            aria-label={t('{field}, by eye', { field: label })}
            value={/^#[0-9a-f]{6}$/i.test(value ?? '') ? (value ?? '') : '#f2a51a'}
            onChange={({ target }) => onChange(target.value)}
            className="h-12 w-14 shrink-0 rounded-sm border border-edge bg-sheet p-1"
          />
        </div>
      )}
    </Field>
  )
}
