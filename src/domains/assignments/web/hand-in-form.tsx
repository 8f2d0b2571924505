import { useIsMutating } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FileChooser } from '../../../ui/controls/file-chooser.tsx'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { personHere } from '../../../ui/drafting/kept.ts'
import { newId } from '../../../ui/drafting/new-id.ts'
import { formatSize } from '../../../ui/format-size.ts'
import { uploadKinds } from '../../files/upload-kinds.ts'
import type { LessonOf } from '../../quizzes/web/queries.ts'
import type { AssignmentState } from '../contract.ts'
import { type KeptDraft, readDraft, writeDraft } from './kept-draft.ts'
import { assignmentsKey, requestHandIn } from './queries.ts'
import { uploadFile } from './upload-file.ts'

interface HandInFormProps {
  of: LessonOf
  accepts: AssignmentState['accepts']
  isAgain: boolean
  onHandedIn: (state: AssignmentState) => unknown
  /** It was marked meanwhile. */
  onRefused: () => void
}

/** What was chosen and not handed in yet, by person and lesson: it outlives the panel, not the page. */
const files = new Map<string, File>()

/** Every key is kept on the device until the academy has the whole. */
export function HandInForm({ of, accepts, isAgain, onHandedIn, onRefused }: HandInFormProps) {
  const [draft, setDraft] = useState(() => readDraft(of.videoId))
  const place = `${personHere()} ${of.videoId}`
  const [file, setFile] = useState((accepts !== 'text' && files.get(place)) || null)
  const [sent, setSent] = useState<number | null>(null)
  const uploaded = useRef<{ file: File; id: string } | null>(null)
  const mutationKey = [...assignmentsKey, 'hand in', of.videoId]
  const handIn = useMutation({
    mutationKey,
    mutationFn: async ({ draft, file }: { draft: KeptDraft; file: File | null }) => {
      if (file && uploaded.current?.file !== file)
        uploaded.current = { file, id: await uploadFile(file, of, setSent) }
      const uploadId = file && (uploaded.current?.id ?? null)
      const text = accepts === 'file' ? '' : draft.text
      return requestHandIn(of, { id: draft.id, text, upload_id: uploadId })
    },
    onSuccess: (state, { draft: { id }, file }) => {
      // What was typed or chosen meanwhile, here or in another tab, is the next version.
      if (readDraft(of.videoId).id === id) writeDraft(of.videoId, null)
      if (file && files.get(place) === file) files.delete(place)
      return onHandedIn(state)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.code === 'upload_not_found') uploaded.current = null
      if (error.status === 409) onRefused()
    },
    onSettled: () => setSent(null),
  })
  const { error } = handIn
  // Also by a panel that was closed meanwhile.
  const isPending = useIsMutating({ mutationKey }) > 0
  // What differs from what may have been handed in already is another version.
  const change = (text: string) => {
    const next = { id: newId(), text }
    setDraft(next)
    writeDraft(of.videoId, next)
  }
  const choose = (file: File | null) => {
    if (file) files.set(place, file)
    else files.delete(place)
    setFile(file)
    change(draft.text)
  }
  const errors = error instanceof ApiError ? error : null
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        handIn.mutate({ draft, file })
      }}
    >
      {accepts !== 'file' && (
        <TextArea
          label={isAgain ? t('A new version') : t('Your answer')}
          isOptional={accepts === 'both'}
          rows={6}
          maxLength={20_000}
          hint={t('What you type is kept on this device until you hand it in.')}
          value={draft.text}
          error={errors?.messageAt('text')}
          onChange={({ target }) => {
            change(target.value)
          }}
        />
      )}
      {accepts !== 'text' && (
        <div className="grid gap-2">
          <FileChooser
            label={t('A file')}
            hint={t(
              'One PDF, picture, archive, office document, text or sound of up to {limit}. Only teachers see it.',
              { limit: uploadKinds.submission.limit },
            )}
            accept=""
            onChoose={choose}
            error={errors?.messageAt('upload_id')}
          />
          {file && (
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="wrap-anywhere">
                {file.name}, {formatSize(file.size)}
              </span>
              <Button
                variant="quiet"
                size="small"
                disabled={isPending}
                onClick={() => choose(null)}
              >
                {t('Leave out')}
              </Button>
            </p>
          )}
          {sent !== null && <ProgressBar percent={Math.floor(100 * sent)} label={t('Uploading')} />}
        </div>
      )}
      {error && !errors?.errors.length && <Alert tone="danger">{error.message}</Alert>}
      <p>
        <Button type="submit" isBusy={isPending}>
          {t('Hand in')}
        </Button>
      </p>
    </form>
  )
}
