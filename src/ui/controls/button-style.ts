export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'small'

/** How buttons look, and links that stand where a button would. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize = 'regular'): string {
  return `button ${sizes[size]} ${variants[variant]}`
}

const sizes: Record<ButtonSize, string> = {
  regular: 'min-h-12 px-6 py-2.5',
  small: 'min-h-11 px-3 py-1.5 text-sm lg:min-h-9',
}

const variants: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'border-edge text-ink hover:not-aria-disabled:bg-wash',
  quiet: 'border-transparent text-ink hover:not-aria-disabled:bg-wash',
  danger: 'border-transparent bg-danger text-on-danger hover:not-aria-disabled:opacity-90',
}
