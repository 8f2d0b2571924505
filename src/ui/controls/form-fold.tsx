import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { isFocusAround } from '../layout/hold-focus.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { buttonStyle } from './button-style.ts'

interface FormFoldProps {
  /** On the button that opens and closes it. */
  label: string
  /** From the beginning. */
  isOpen?: boolean
  children: ReactNode
}

/**
 * A form that opens from its list. Its first field takes the focus. Escape closes it and keeps what was
 * typed; a reset form, cancelled or done with, closes it too.
 */
export function FormFold({ label, isOpen = false, children }: FormFoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const wasPressed = useRef(false)
  const close = () => {
    // What was sent may be done with when whoever sent it is elsewhere.
    if (isFocusAround(fold.current)) fold.current?.querySelector('summary')?.focus()
    fold.current?.removeAttribute('open')
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && fold.current?.open) close()
  }
  const focusFirst = () => {
    if (!wasPressed.current) return
    wasPressed.current = false
    if (fold.current?.open) fold.current.querySelector<HTMLElement>('input, select')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its fields
    <details
      ref={fold}
      open={isOpen}
      onToggle={focusFirst}
      onKeyDown={closeByKey}
      onReset={close}
      className="group mt-4"
    >
      <summary
        onClick={() => {
          wasPressed.current = true
        }}
        className={`${buttonStyle('secondary')} max-w-full list-none wrap-anywhere [&::-webkit-details-marker]:hidden`}
      >
        {label}
      </summary>
      <div className="mt-3 rounded-md border border-line bg-sheet p-4 sm:p-5">{children}</div>
    </details>
  )
}

interface FormButtonsProps {
  /** What the form does. */
  label: string
  isBusy: boolean
  /** What is wrong with no field in particular. */
  failure: string | null
  /** The form is emptied and closed besides. */
  onCancel: () => void
}

/** The end of a form that opens from its list, in lines of its own. */
export function FormButtons({ label, isBusy, failure, onCancel }: FormButtonsProps) {
  return (
    <>
      <p className="col-span-full flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {label}
        </Button>
        <Button type="reset" variant="quiet" disabled={isBusy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </p>
      <Alert className="col-span-full" tone="danger">
        {failure}
      </Alert>
    </>
  )
}
