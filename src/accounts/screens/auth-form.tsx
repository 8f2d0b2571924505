import type { FormEvent, ReactNode } from 'react'
import { loadRules } from './lazy-rules.ts'
import { useSubmitOnce } from './use-submit-once.ts'

interface DoorFormProps {
  /** Does nothing while the last submission is under way. */
  onSubmit: (event?: FormEvent) => Promise<void>
  /** Once somebody starts to fill it in: time to fetch what will be needed. */
  onTouched?: () => void
  children: ReactNode
}

/** Posts, if the browser ever should send it by itself, so that no password gets into an address. */
export function AuthForm({ onSubmit, onTouched, children }: DoorFormProps) {
  const submit = useSubmitOnce(onSubmit)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its fields' focus
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onFocus={() => {
        void loadRules()
        onTouched?.()
      }}
      className="grid gap-5"
    >
      {children}
    </form>
  )
}
