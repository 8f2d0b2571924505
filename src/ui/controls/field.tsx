import { type ReactNode, useId } from 'react'
import { t } from '../../shared/i18n/translate.ts'

export interface FieldProps {
  label: string
  /** What to enter, below the field. */
  hint?: string | undefined
  /** What is wrong, in words. Undefined: nothing, or not known yet. */
  error?: string | undefined
}

export interface FieldWiring {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldProps {
  id?: string | undefined
  isRequired?: boolean | undefined
  children: (wiring: FieldWiring) => ReactNode
}

/** Label above, hint and error below, all tied to the one control inside. */
export function Field({ label, hint, error, id, isRequired, children }: FieldFrameProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const describedBy = [
    ...(hint === undefined ? [] : [`${controlId}-hint`]),
    ...(error === undefined ? [] : [`${controlId}-error`]),
  ]
  return (
    <div>
      <label htmlFor={controlId} className="mb-1 block font-medium">
        {label}
        {isRequired === false && (
          <span className="font-normal text-ink-soft"> {t('(optional)')}</span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
      })}
      {hint !== undefined && (
        <p id={`${controlId}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${controlId}-error`} role="alert" className="mt-1 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
