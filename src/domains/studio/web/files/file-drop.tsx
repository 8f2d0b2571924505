import { type ReactNode, type RefObject, useId, useState } from 'react'
import { buttonStyle } from '../../../../ui/controls/button-style.ts'

interface FileDropProps {
  label: string
  /** What may be dropped or chosen. */
  children: ReactNode
  accept: string
  /** False: one file alone. */
  isMultiple?: boolean
  onFiles: (files: File[]) => void
  input?: RefObject<HTMLInputElement | null>
}

/** A place to drop files at, and a button to choose them. */
export function FileDrop(props: FileDropProps) {
  const { label, children, accept, isMultiple = true, onFiles, input } = props
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  return (
    <label
      htmlFor={id}
      className={`relative grid justify-items-center gap-2 rounded-md border border-dashed p-4 text-center text-sm text-ink-soft focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus ${isOver ? 'border-marigold bg-wash' : 'border-edge'}`}
    >
      {/* Lies unseen over all of the label: browsers let files be dropped on it. */}
      <input
        ref={input}
        id={id}
        type="file"
        multiple={isMultiple}
        accept={accept}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        aria-label={label}
        aria-describedby={`${id}-hint`}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onChange={(event) => {
          setIsOver(false)
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
      <span className={buttonStyle('secondary', 'small')}>{label}</span>
      <span id={`${id}-hint`}>{children}</span>
    </label>
  )
}
