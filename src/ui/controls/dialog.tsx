import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '../../shared/i18n/translate.ts'

interface DialogProps {
  isOpen: boolean
  /** Escape, the close button, or a press beside the dialog. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons along the bottom edge. */
  footer?: ReactNode
  /** `alertdialog` asks for a decision: it has no close button, and a press beside it does nothing. */
  role?: 'dialog' | 'alertdialog'
  isWide?: boolean
}

/** A modal window on the browser's own `<dialog>`: it keeps the focus and gives it back. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, footer, role = 'dialog', isWide = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before the element goes: a window that only disappears gives no focus back.
  useLayoutEffect(() => {
    if (!isOpen) return
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' ? `${titleId}-text` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // of a file field, whose window was called off
        event.preventDefault()
        onClose()
      }}
      closedby={role === 'dialog' ? 'any' : 'closerequest'}
      className={`m-auto max-h-[90dvh] w-[calc(100%-2rem)] rounded-md bg-sheet text-ink shadow-over ${isWide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      {isOpen && (
        <div className="p-6">
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {role === 'dialog' && (
              <button
                type="button"
                onClick={onClose}
                className="-mt-2 -me-2 min-h-11 rounded-sm px-3 text-sm hover:bg-wash"
              >
                {t('Close')}
              </button>
            )}
          </div>
          <div id={`${titleId}-text`} className="mt-4">
            {children}
          </div>
          {footer && <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}
