import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
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
    setSaid(`${name} is uploaded.`)
  })
  const room = maxCount - value.length - uploads.running.length
  const add = (chosen: readonly File[]) => {
    uploads.add(chosen.slice(0, Math.max(0, room)).map((file) => ({ file })))
    setSaid(
      chosen.length > room
        ? `A lesson can have ${maxCount} files; the others were left out.`
        : `Uploading ${chosen.length === 1 ? chosen[0]?.name : `${chosen.length} files`}.`,
    )
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-medium">
        Files to take away <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <ul className="grid gap-3">
        {value.map((file, at) => (
          <li key={file.id} className="flex flex-wrap items-end gap-2">
            <div className="min-w-40 flex-1">
              <TextField
                label={`Name of file ${at + 1}`}
                value={file.name}
                maxLength={200}
                error={errors?.[at] ?? (file.name.trim() === '' ? 'Name is required.' : undefined)}
                onChange={(event) =>
                  set(
                    value.map((one) => (one === file ? { ...one, name: event.target.value } : one)),
                  )
                }
              />
            </div>
            <Button
              variant="secondary"
              aria-label={`Remove ${file.name}`}
              onClick={() => {
                set(value.filter((one) => one !== file))
                setSaid(`${file.name} is removed.`)
                input.current?.focus()
              }}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <RunningUploads uploads={uploads} />
      <FileDrop label="Add files" accept={accepted} onFiles={add} input={input}>
        Or drop them here: PDF, pictures, archives, office documents, texts and sound, up to 200 MB
        each. Only those who have the course get them.
      </FileDrop>
      <output className="sr-only">{said}</output>
    </fieldset>
  )
}
