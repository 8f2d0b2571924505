import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { FileChooser } from '../../../../ui/controls/file-chooser.tsx'
import { CourseFileImport } from './course-file-import.tsx'
import { type ChosenFile, readChosenFile } from './read-chosen-file.ts'
import { SpreadsheetImport } from './spreadsheet-import.tsx'

/** A button that makes a new draft of a course file or a spreadsheet. */
export function ImportCourse({ onImported }: { onImported: (id: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const finish = (id: string) => {
    setIsOpen(false)
    onImported(id)
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('Import a course')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('Import a course')} isWide>
        <ImportSteps onDone={finish} />
      </Dialog>
    </>
  )
}

function ImportSteps({ onDone }: { onDone: (id: string) => void }) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  /** What was made of one file is not shown for the next. */
  const [count, setCount] = useState(0)
  const choose = async (file: File) => {
    setChosen(await readChosenFile(file))
    setCount((count) => count + 1)
  }
  return (
    <div className="grid gap-5">
      <FileChooser
        label={t('Course file or spreadsheet')}
        hint={t(
          'A course file (.course.json), or a spreadsheet saved as CSV with the columns module, lesson, link, duration, preview and text. You can also drop it here.',
        )}
        accept=".json,.csv,.tsv,.txt,application/json,text/csv"
        onChoose={(file) => void choose(file)}
        error={chosen?.kind === 'unusable' ? chosen.message : undefined}
      />
      {chosen?.kind === 'course' && (
        <CourseFileImport key={count} content={chosen.content} onDone={onDone} />
      )}
      {chosen?.kind === 'spreadsheet' && (
        <SpreadsheetImport key={count} csv={chosen.csv} title={chosen.title} onDone={onDone} />
      )}
    </div>
  )
}
