import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { learnersKey } from '../queries.ts'

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
  act: (reason: string) => Promise<{ message: string }>
  onDone: (message: string) => void
}

/** Asks for a reason, acts, and says at the field what is wrong. */
export function ActDialog(props: ActDialogProps) {
  const { title, text, confirmLabel, reasonHint, onClose, renderFields, act, onDone } = props
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isTold, setIsTold] = useState(false)
  const run = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: ({ message }) => {
      onDone(message)
      return client.invalidateQueries({ queryKey: learnersKey })
    },
  })
  const errorAt = (path: string): string | undefined =>
    run.error instanceof ApiError
      ? run.error.errors.find((error) => error.path === path)?.message
      : undefined
  const isMissing = isTold && reason.trim() === ''
  const isAtField = run.error instanceof ApiError && run.error.errors.length > 0
  const submit = () => {
    setIsTold(true)
    if (reason.trim() !== '' && !run.isPending) run.mutate()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <Button
          variant={props.isDangerous ? 'danger' : 'primary'}
          isBusy={run.isPending}
          onClick={submit}
        >
          {confirmLabel}
        </Button>
      }
    >
      <p>{text}</p>
      <div className="mt-4 grid gap-4">
        {renderFields?.(errorAt)}
        <TextArea
          label="Reason"
          hint={reasonHint}
          maxLength={500}
          value={reason}
          error={isMissing ? 'Please say why.' : errorAt('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {run.error && !isAtField && (
        <div className="mt-4">
          <Alert tone="danger">{run.error.message}</Alert>
        </div>
      )}
    </Dialog>
  )
}
