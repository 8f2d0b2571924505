import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { requiredTextOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { learnersKey } from './queries.ts'

interface ActDialogProps {
  title: string
  /** What will happen. */
  text: string
  confirmLabel: string
  /** Takes something away. */
  isDangerous?: boolean
  reasonHint: string
  onClose: () => void
  /** Fields of this act alone, given what the server says of each. */
  renderFields?: (errorAt: (path: string) => string | undefined) => ReactNode
  act: (reason: string, form: FormData) => Promise<{ message: string }>
  onDone: (message: string) => void
}

/** Asks for a reason, acts, and says at the field what is wrong. */
export function ReasonDialog(props: ActDialogProps) {
  const { title, text, confirmLabel, reasonHint, onClose, renderFields, act, onDone } = props
  const client = useQueryClient()
  const formId = useId()
  const { submit, isBusy, errorAt, field, failure } = useSaveForm({
    save: (form) => act(requiredTextOf(form, 'reason', t('Please say why.')), form),
    onSaved: ({ message }) => {
      onDone(message)
      return client.invalidateQueries({ queryKey: learnersKey })
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <Button
          type="submit"
          form={formId}
          variant={props.isDangerous ? 'danger' : 'primary'}
          isBusy={isBusy}
        >
          {confirmLabel}
        </Button>
      }
    >
      <p>{text}</p>
      <form id={formId} noValidate onSubmit={submit} className="mt-4 grid gap-4">
        {renderFields?.(errorAt)}
        <TextArea label={t('Reason')} {...field('reason')} hint={reasonHint} maxLength={500} />
      </form>
      <Alert className="mt-4" tone="danger">
        {failure}
      </Alert>
    </Dialog>
  )
}
