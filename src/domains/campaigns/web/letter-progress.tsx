import { Link } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'
import { peoplePaths } from '../../learners/people-paths.ts'
import type { Letter } from '../contract.ts'
import { askToCancel } from './queries.ts'
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
      {letter.has_stopped && <WhyStopped />}
      {wordLosses(letter).map((sentence) => (
        <div key={sentence} className="mt-3">
          <Alert tone="warning">{sentence}</Alert>
        </div>
      ))}
      <NotArrived mails={letter.not_arrived} />
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

function WhyStopped() {
  return (
    <div className="mt-3">
      <Alert
        tone="danger"
        detail={
          <>
            It goes on by itself once mails go again. Whether the mail server takes any, the{' '}
            <Link to={`${paths.admin}/checklist`} className="text-link">
              checklist
            </Link>{' '}
            finds out; what else failed is in the log of the server.
          </>
        }
      >
        This letter has stopped: for an hour nobody got it.
      </Alert>
    </div>
  )
}

/** Who was to get them, each with the way to their page, where a wrong address is put right. */
function NotArrived({ mails }: { mails: Letter['not_arrived'] }) {
  if (mails.length === 0) return null
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-3 font-medium lg:py-1.5">Who did not get it</summary>
      <ul className="grid gap-2 border-l-2 border-line pl-4">
        {mails.map(({ user_id: id, email, reason, may_have_arrived: isUnsure }) => (
          <li key={email} className="wrap-anywhere">
            {id === null ? (
              email
            ) : (
              <Link
                to={`${peoplePaths.learners}?person=${id}`}
                className="text-link inline-block max-lg:py-2.5"
              >
                {email}
              </Link>
            )}
            <span className="block text-sm text-ink-soft">
              {isUnsure && 'It may have arrived. '}
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
