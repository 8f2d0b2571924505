import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows that it works and takes no second press. */
  isBusy?: boolean
}

/**
 * A `type="button"` unless said otherwise: a form's own button says `type="submit"`. While it takes
 * no press, busy or disabled, it keeps its place and its focus: by the attribute it would lose it.
 */
export function Button({
  variant = 'primary',
  size,
  isBusy,
  disabled,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const takesNoPress = isBusy || disabled || undefined
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={takesNoPress}
      onClick={takesNoPress ? (event) => event.preventDefault() : onClick}
      className={`${buttonStyle(variant, size)} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
