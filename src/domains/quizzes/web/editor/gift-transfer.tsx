import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { FileChooser } from '../../../../ui/controls/file-chooser.tsx'
import { saveFile } from '../../../../ui/save-file.ts'
import { type GiftFault, readGift, writeGift } from '../../gift.ts'
import { type QuizQuestion, questionsAtMost } from '../../quiz.ts'

interface GiftTransferProps {
  questions: QuizQuestion[]
  /** What of the file has room in the quiz. */
  onImport: (questions: QuizQuestion[]) => void
}

interface Read {
  count: number
  /** How many had no room. */
  left: number
  faults: GiftFault[]
}

const faultsShown = 5

/** Questions from Moodle, and to it. The file is read here: nothing of it is sent before it is saved. */
export function GiftTransfer(props: GiftTransferProps) {
  const { questions } = props
  const [read, setRead] = useState<Read | null>(null)
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })
  const take = async (file: File) => {
    const found = readGift(await file.text())
    // As the quiz is by now: they may have written on while the file was read.
    const { questions, onImport } = now.current
    const taken = found.questions.slice(0, questionsAtMost - questions.length)
    const left = found.questions.length - taken.length
    setRead({ count: taken.length, left, faults: found.faults })
    if (taken.length > 0) onImport(taken)
  }
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="min-h-11 cursor-pointer py-2 font-medium">
        {t('Questions from a file (GIFT)')}
      </summary>
      <div className="grid gap-3">
        <FileChooser
          label={t('File in Moodle’s GIFT format')}
          hint={t('Its questions are added to those above.')}
          accept=".txt,.gift,text/plain"
          onChoose={(file) => void take(file)}
        />
        {read && (
          <Alert
            tone={read.faults.length + read.left > 0 ? 'warning' : 'success'}
            detail={read.faults
              .slice(0, faultsShown)
              .map(({ line, message }) =>
                t('Line {line}: {message}', { line, message: t(message) }),
              )
              .join(' ')}
          >
            {t('Added: {count}. Could not be read: {faults}.', {
              count: read.count,
              faults: read.faults.length,
            })}{' '}
            {read.left > 0 &&
              t('Left out: {left}, as a quiz has at most {most} questions.', {
                left: read.left,
                most: questionsAtMost,
              })}
          </Alert>
        )}
        {questions.length > 0 && (
          <div>
            <Button
              variant="secondary"
              size="small"
              onClick={() =>
                saveFile(new Blob([writeGift(questions)], { type: 'text/plain' }), 'quiz.gift.txt')
              }
            >
              {t('Save the questions as GIFT')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}
