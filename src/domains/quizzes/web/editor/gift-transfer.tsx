import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { FileChooser } from '../../../../ui/controls/file-chooser.tsx'
import { saveFile } from '../../../../ui/save-file.ts'
import { type GiftFault, readGift, writeGift } from '../../gift.ts'
import type { QuizQuestion } from '../../quiz.ts'

interface GiftTransferProps {
  questions: QuizQuestion[]
  onImport: (questions: QuizQuestion[]) => void
}

const faultsShown = 5

/** Questions from Moodle, and to it. The file is read here: nothing of it is sent before it is saved. */
export function GiftTransfer({ questions, onImport }: GiftTransferProps) {
  const [read, setRead] = useState<{ count: number; faults: GiftFault[] } | null>(null)
  const take = async (file: File) => {
    const found = readGift(await file.text())
    setRead({ count: found.questions.length, faults: found.faults })
    if (found.questions.length > 0) onImport(found.questions)
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
            tone={read.faults.length > 0 ? 'warning' : 'success'}
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
