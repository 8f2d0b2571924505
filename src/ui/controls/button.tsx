import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows that it works and takes no second press. Keeps its place and its focus. */
  isBusy?: boolean
}

/** A `type="button"` unless said otherwise: a form's own button says `type="submit"`. */
export function Button({
  variant = 'primary',
  size = 'regular',
  isBusy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- given by the caller, 'button' by default
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
      className={`${buttonStyle(variant, size)} ${isBusy ? 'cursor-progress' : ''} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
