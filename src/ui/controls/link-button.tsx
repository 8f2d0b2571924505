import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Looks like a button and goes to a page, which is fetched once somebody seems about to go. */
export function LinkButton({
  variant = 'primary',
  size = 'regular',
  className = '',
  ...rest
}: LinkButtonProps) {
  return (
    <Link prefetch="intent" {...rest} className={`${buttonStyle(variant, size)} ${className}`} />
  )
}
