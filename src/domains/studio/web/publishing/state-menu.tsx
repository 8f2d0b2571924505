import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import type { CourseState } from '../../../catalogue/contract.ts'
import { studioKey } from '../queries.ts'
import { StateChoice } from './state-choice.tsx'
import type { PublishedState } from './states.ts'

interface StateMenuProps {
  courseId: string
  state: CourseState
  onChanged: (state: PublishedState) => void
}

/** Puts a published course on sale, off sale, or on sale by its link only. A draft has no menu. */
export function StateMenu({ courseId, state, onChanged }: StateMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (state === 'draft') return null
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('Change state…')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Who can find and buy it?')}
      >
        <StateForm
          courseId={courseId}
          state={state}
          onClose={() => setIsOpen(false)}
          onChanged={onChanged}
        />
      </Dialog>
    </>
  )
}

interface StateFormProps {
  courseId: string
  state: PublishedState
  onClose: () => void
  onChanged: (state: PublishedState) => void
}

function StateForm({ courseId, state, onClose, onChanged }: StateFormProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(state)
  const last = useRef(chosen)
  const change = useMutation({
    mutationFn: (state: PublishedState) =>
      call('PUT /admin/courses/:id/state', {
        params: { id: courseId },
        body: { state },
      }),
    onSuccess: (_, sent) => {
      onChanged(sent)
      void client.invalidateQueries({ queryKey: studioKey })
    },
  })
  const choose = (state: PublishedState) => {
    last.current = state
    setChosen(state)
  }
  // Not the dialog that was opened anew, nor over what was chosen meanwhile.
  const closeAfter = (_: unknown, sent: PublishedState) => {
    if (sent === last.current) onClose()
  }
  return (
    <>
      <StateChoice state={chosen} onChoose={choose} />
      <Alert className="mt-4" tone="danger">
        {change.error?.message}
      </Alert>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          isBusy={change.isPending}
          onClick={() => change.mutate(chosen, { onSuccess: closeAfter })}
        >
          {t('Save')}
        </Button>
      </div>
    </>
  )
}
