import { useMutation } from '@tanstack/react-query'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ProgressBar } from '../../ui/controls/progress-bar.tsx'
import type { Letter } from '../contract.ts'
import { askToCancel } from '../queries.ts'
import { useTakeLetter } from './use-take-letter.ts'
import { stateNames, wordAudience, wordLosses, wordProgress } from './word-letter.ts'

/** To whom a letter goes and how far it is; until it begins it can be cancelled. */
export function LetterProgress({ letter }: { letter: Letter }) {
  const take = useTakeLetter()
  const cancel = useMutation({ mutationFn: () => askToCancel(letter.id), onSuccess: take })
  const { state, people, mailed, left_out: leftOut, is_counted: isCounted } = letter
  return (
    <div className="mt-3 max-w-text">
      <p className="text-ink-soft">{wordAudience(letter)}</p>
      <output className="mt-2 block">
        <strong>{stateNames[state]}</strong>. {wordProgress(letter)}
      </output>
      {state === 'sending' && isCounted && people > 0 && (
        <div className="mt-3">
          <ProgressBar
            label="How far the letter is"
            percent={((mailed + leftOut) / people) * 100}
          />
        </div>
      )}
      {wordLosses(letter).map((sentence) => (
        <div key={sentence} className="mt-3">
          <Alert tone="warning">{sentence}</Alert>
        </div>
      ))}
      {state === 'scheduled' && (
        <Button
          variant="secondary"
          className="mt-4"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel sending
        </Button>
      )}
      {cancel.error && (
        <div className="mt-4">
          <Alert tone="danger">{cancel.error.message}</Alert>
        </div>
      )}
    </div>
  )
}
