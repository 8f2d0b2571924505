import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { type CheckedItem, checklistQuery, tryOut } from './queries.ts'
import { StateIcon } from './state-icon.tsx'

const titles: Record<CheckedItem['item'], string> = {
  mail: 'Mail',
  payment_keys: 'Razorpay keys',
  webhook: 'Razorpay webhook',
  https: 'Address and certificate',
  brand: 'Brand',
  figures: 'Figures on the pages',
  grievance_officer: 'Grievance officer',
  tax: 'Tax',
  backup: 'Backups',
}

const words: Record<CheckedItem['state'], string> = {
  ok: 'Ready',
  todo: 'To do',
  failing: 'Not working',
}

/** One line of the checklist: how it stands, in a picture and in words, and a way to try it out. */
export function CheckedItemRow({ checked }: { checked: CheckedItem }) {
  const { item, state, sentence, checked_at, can_test } = checked
  const client = useQueryClient()
  const { mutate, isPending, isError, data } = useMutation({
    mutationFn: () => tryOut(item),
    onSettled: () => client.invalidateQueries({ queryKey: checklistQuery.queryKey }),
  })
  const title = titles[item]
  // Only the answer to a test of the backup says that one was asked for.
  const shown = item === 'backup' && data ? data.sentence : sentence
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 rounded-md border border-edge px-4 py-3 sm:grid-cols-[auto_1fr_auto]">
      <StateIcon state={state} />
      <div className="min-w-0">
        <h2 className="text-lg">
          {title}
          <span className={`ms-2 text-base font-medium ${tones[state]}`}>{words[state]}</span>
        </h2>
        <p className="wrap-anywhere" aria-live="polite">
          {shown}
        </p>
        {can_test && item !== 'backup' && checked_at !== null && (
          <p className="text-sm text-ink-soft tabular-nums">Tested {formatDateTime(checked_at)}</p>
        )}
        {isError && (
          <p role="alert" className="text-danger">
            That could not be tested. Please try again.
          </p>
        )}
      </div>
      {can_test && (
        <div className="col-start-2 mt-2 sm:col-start-3 sm:mt-0 sm:self-center">
          <Button
            variant="secondary"
            size="small"
            isBusy={isPending}
            aria-label={item === 'backup' ? 'Back up now' : `Test: ${title}`}
            onClick={() => mutate()}
          >
            {item === 'backup' ? 'Back up now' : 'Test'}
          </Button>
        </div>
      )}
    </li>
  )
}

const tones: Record<CheckedItem['state'], string> = {
  ok: 'text-leaf',
  todo: 'text-amber',
  failing: 'text-danger',
}
