import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Several uploads may end before the next rendering.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const [said, setSaid] = useState('')
  const [isOver, setIsOver] = useState(false)

  const set = (next: Attachment[]) => {
    latest.current = next
    onChange(next)
  }
  const uploads = useUploads(courseId, (made) => {
    set([...latest.current.filter((file) => file.id !== made.id), made])
    setSaid(`${made.name} is uploaded.`)
  })
  const room = maxCount - value.length - uploads.running.length
  const add = (files: Iterable<File>) => {
    const chosen = [...files]
    uploads.add(chosen.slice(0, Math.max(0, room)))
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
      <label
        htmlFor={id}
        className={`relative grid justify-items-center gap-2 rounded-md border border-dashed p-4 text-center text-sm text-ink-soft focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus ${isOver ? 'border-marigold bg-wash' : 'border-edge'}`}
      >
        {/* Lies unseen over all of the label: browsers let files be dropped on it. */}
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept={accepted}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          aria-describedby={`${id}-hint`}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onChange={(event) => {
            setIsOver(false)
            add(event.target.files ?? [])
            event.target.value = '' // so that the same file can be chosen again
          }}
        />
        <span className={buttonStyle('secondary', 'small')}>Add files</span>
        <span id={`${id}-hint`}>
          Or drop them here: PDF, pictures, archives, office documents, texts and sound, up to 200
          MB each. Only those who have the course get them.
        </span>
      </label>
      <output className="sr-only">{said}</output>
    </fieldset>
  )
}
