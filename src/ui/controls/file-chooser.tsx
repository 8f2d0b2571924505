import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Field } from './field.tsx'

interface FileChooserProps {
  label: string
  hint: string
  /** As an `<input type="file">` takes it. */
  accept: string
  onChoose: (file: File) => void
  /** What is wrong with the last one. */
  error?: string | undefined
}

/** A file by the browser's own chooser, or dropped here. */
export function FileChooser({ label, hint, accept, onChoose, error }: FileChooserProps) {
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chooseEarly = useEffectEvent(() => {
    const [file] = input.current?.files ?? []
    if (file) onChoose(file)
  })
  // What was chosen before the page was alive.
  useEffect(() => chooseEarly(), [])
  return (
    // A shortcut for the mouse: the field inside does the same for everybody.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) onChoose(file)
      }}
      className={`rounded-md border-2 border-dashed p-4 ${isOver ? 'border-marigold bg-wash' : 'border-edge'}`}
    >
      <Field label={label} hint={hint} error={error}>
        {(wiring) => (
          <input
            type="file"
            accept={accept}
            ref={input}
            {...wiring}
            onClick={(event) => {
              event.currentTarget.value = '' // the same file may be chosen again, mended
            }}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) onChoose(file)
            }}
            className="block min-h-11 w-full text-sm file:me-3 file:min-h-11 file:rounded-sm file:border file:border-edge file:bg-sheet file:px-4 file:font-semibold file:text-ink"
          />
        )}
      </Field>
    </div>
  )
}
