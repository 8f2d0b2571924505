import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Field } from '../../../../ui/controls/field.tsx'

interface FileChooserProps {
  onChoose: (file: File) => void
  /** What is wrong with the last one. */
  error: string | undefined
}

/** A file by the browser's own chooser, or dropped here. */
export function FileChooser({ onChoose, error }: FileChooserProps) {
  const [isOver, setIsOver] = useState(false)
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
      <Field
        label={t('Course file or spreadsheet')}
        hint={t(
          'A course file (.course.json), or a spreadsheet saved as CSV with the columns module, lesson, link, duration, preview and text. You can also drop it here.',
        )}
        error={error}
      >
        {(wiring) => (
          <input
            type="file"
            accept=".json,.csv,.tsv,.txt,application/json,text/csv"
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
