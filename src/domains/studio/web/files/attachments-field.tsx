import { useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { rich } from '../../../../ui/rich.tsx'
import { fieldId } from '../editor/panel-frame.tsx'
import { FileDrop } from './file-drop.tsx'
import { RunningUploads } from './running-uploads.tsx'
import type { AttachmentUploads } from './use-attachment-uploads.ts'

interface Attachment {
  id: string
  name: string
}

interface AttachmentsFieldProps {
  lessonId: string
  uploads: AttachmentUploads
  value: Attachment[]
  onChange: (value: Attachment[]) => void
  /** What is wrong with the files, by their place. */
  errors?: Record<number, string>
}

const accepted =
  '.pdf,.png,.jpg,.jpeg,.gif,.webp,.avif,.heic,.tif,.tiff,.psd,.zip,.7z,.rar,.gz,.tgz,.tar,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.doc,.xls,.ppt,.rtf,.txt,.md,.csv,.srt,.vtt,.mp3,.m4a,.aac,.ogg,.opus,.wav,.flac,.mid'

/** A lesson's files to take away: chosen or dropped, uploaded at once, named and put in the lesson. */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { lessonId, uploads, value, onChange, errors } = props
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const running = uploads.running.filter(({ purpose }) => purpose === lessonId)

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
                id={fieldId(`attachments.${at}.name`)}
                label={t('Name of file {number}', { number: at + 1 })}
                value={file.name}
                maxLength={200}
                error={
                  errors?.[at] ?? (file.name.trim() === '' ? t('Name is required.') : undefined)
                }
                onChange={(event) =>
                  onChange(
                    value.map((one) => (one === file ? { ...one, name: event.target.value } : one)),
                  )
                }
              />
            </div>
            <Button
              variant="secondary"
              aria-label={t('Remove {name}', { name: file.name })}
              onClick={() => {
                onChange(value.filter((one) => one !== file))
                setSaid(t('{name} is removed.', { name: file.name }))
                input.current?.focus()
              }}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <RunningUploads uploads={{ ...uploads, running }} />
      <FileDrop
        label={t('Add files')}
        accept={accepted}
        onFiles={(files) => uploads.addToLesson(lessonId, files)}
        input={input}
      >
        {t(
          'Or drop them here: PDF, pictures, archives, office documents, texts and sound, up to 200 MB each. Only those who have the course get them.',
        )}
      </FileDrop>
      <output className="sr-only">{said}</output>
    </fieldset>
  )
}
