import { t } from '../../shared/i18n/translate.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface AlertDialogProps {
  isOpen: boolean
  title: string
  /** The whole sentence the person decides about, or is told. */
  text: string
  /** What it would bring about, once that is known. */
  detail?: string | null
  /** What the deciding button says. */
  confirmLabel?: string
  /** Null: nothing to decide, only to have read. */
  cancelLabel?: string | null
  isDangerous?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something happens, or tells what happened, and waits for the answer. */
export function AlertDialog(props: AlertDialogProps) {
  const { confirmLabel = t('OK'), cancelLabel = t('Cancel'), isDangerous, isBusy = false } = props
  return (
    <Dialog
      role="alertdialog"
      isOpen={props.isOpen}
      onClose={props.onCancel}
      title={props.title}
      footer={
        <>
          {cancelLabel !== null && (
            <Button variant="secondary" onClick={props.onCancel}>
              {cancelLabel}
            </Button>
          )}
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
      <output className="mt-2 block text-ink-soft empty:hidden">{props.detail}</output>
    </Dialog>
  )
}
