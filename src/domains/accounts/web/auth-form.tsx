import type { FormEvent, ReactNode } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'

interface AuthFormProps {
  onSubmit: (event?: FormEvent) => void
  /** Once somebody starts to fill it in: time to fetch what will be needed. */
  onTouched: () => void
  children: ReactNode
}

/** Posts, if the browser ever should send it by itself, so that no password gets into an address. */
export function AuthForm({ onSubmit, onTouched, children }: AuthFormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its fields
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      onFocus={onTouched}
      onInput={onTouched}
      className="grid gap-5"
    >
      <noscript>
        <Alert tone="warning">
          {t('This form needs JavaScript. Please allow it for this site.')}
        </Alert>
      </noscript>
      {children}
    </form>
  )
}
