import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { rich } from '../../../../ui/rich.tsx'
import { FileDrop } from './file-drop.tsx'
import { RunningUploads } from './running-uploads.tsx'
import { useUploads } from './use-uploads.ts'

interface Attachment {
  id: string
  name: string
}

interface AttachmentsFieldProps {
  courseId: string
  value: Attachment[]
  onChange: (value: Attachment[]) => void
  /** What is wrong with the files, by their place. */
  errors?: Record<number, string>
}

const maxCount = 20
const accepted =
  '.pdf,.png,.jpg,.jpeg,.gif,.webp,.avif,.heic,.tif,.tiff,.psd,.zip,.7z,.rar,.gz,.tgz,.tar,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.doc,.xls,.ppt,.rtf,.txt,.md,.csv,.srt,.vtt,.mp3,.m4a,.aac,.ogg,.opus,.wav,.flac,.mid'

/** A lesson's files to take away: chosen or dropped, uploaded at once, named and put in the lesson. */
export function AttachmentsField({ courseId, value, onChange, errors }: AttachmentsFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // Several uploads may end before the next rendering.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const [said, setSaid] = useState('')

  const set = (next: Attachment[]) => {
    latest.current = next
    onChange(next)
  }
  const uploads = useUploads({ courseId, kind: 'attachment', atOnce: maxCount }, ({ id, name }) => {
    set([...latest.current.filter((file) => file.id !== id), { id, name }])
    setSaid(t('{name} is uploaded.', { name }))
  })
  const room = maxCount - value.length - uploads.running.length
  const add = (chosen: readonly File[]) => {
    uploads.add(chosen.slice(0, Math.max(0, room)).map((file) => ({ file })))
    setSaid(
      chosen.length > room
        ? t('A lesson can have {count} files; the others were left out.', { count: maxCount })
        : t('Uploading {count, plural, =1 {{name}} other {# files}}.', {
            count: chosen.length,
            name: chosen[0]?.name ?? '',
          }),
    )
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-medium">
        {rich('Files to take away <optional>(optional)</optional>', {
          optional: <span className="font-normal text-ink-soft" />,
        })}
      </legend>
      <ul className="grid gap-3">
        {value.map((file, at) => (
          <li key={file.id} className="flex flex-wrap items-end gap-2">
            <div className="min-w-40 flex-1">
              <TextField
                label={t('Name of file {number}', { number: at + 1 })}
                value={file.name}
                maxLength={200}
                error={
                  errors?.[at] ?? (file.name.trim() === '' ? t('Name is required.') : undefined)
                }
                onChange={(event) =>
                  set(
                    value.map((one) => (one === file ? { ...one, name: event.target.value } : one)),
                  )
                }
              />
            </div>
            <Button
              variant="secondary"
              aria-label={t('Remove {name}', { name: file.name })}
              onClick={() => {
                set(value.filter((one) => one !== file))
                setSaid(t('{name} is removed.', { name: file.name }))
                input.current?.focus()
              }}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <RunningUploads uploads={uploads} />
      <FileDrop label={t('Add files')} accept={accepted} onFiles={add} input={input}>
        {t(
          'Or drop them here: PDF, pictures, archives, office documents, texts and sound, up to 200 MB each. Only those who have the course get them.',
        )}
      </FileDrop>
      <output className="sr-only">{said}</output>
    </fieldset>
  )
}
