import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { type CheckedItem, checklistQuery } from './queries.ts'
import { StateIcon } from './state-icon.tsx'

export const checkedTitles: Record<CheckedItem['item'], string> = {
  mail: msg('Mail'),
  payment_keys: msg('Razorpay keys'),
  webhook: msg('Razorpay webhook'),
  https: msg('Address and certificate'),
  brand: msg('Brand'),
  figures: msg('Figures on the pages'),
  grievance_officer: msg('Grievance officer'),
  policies: msg('Policies'),
  tax: msg('Tax'),
  backup: msg('Backups'),
  database_roles: msg('Roles of the database'),
}

const words: Record<CheckedItem['state'], string> = {
  ok: msg('Ready'),
  todo: msg('To do'),
  failing: msg('Not working'),
}

/** One line of the checklist: how it stands, in a picture and in words, and a way to try it out. */
export function CheckedItemRow({ checked }: { checked: CheckedItem }) {
  const { item, state, sentence, checked_at, can_test } = checked
  const client = useQueryClient()
  const { mutate, isPending, isError, data } = useMutation({
    mutationFn: () => call('POST /admin/checklist/:item/test', { params: { item } }),
    onSettled: () => client.invalidateQueries({ queryKey: checklistQuery.queryKey }),
  })
  const title = t(checkedTitles[item])
  // Only the answer to a test of the backup says that one was asked for.
  const shown = item === 'backup' && data ? data.sentence : sentence
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 rounded-md border border-edge px-4 py-3 sm:grid-cols-[auto_1fr_auto]">
      <StateIcon state={state} />
      <div className="min-w-0">
        <h2 className="text-lg">
          {title}
          <span className={`ms-2 text-base font-medium ${tones[state]}`}>{t(words[state])}</span>
        </h2>
        <p className="wrap-anywhere" aria-live="polite">
          {shown}
        </p>
        {can_test && item !== 'backup' && checked_at !== null && (
          <p className="text-sm text-ink-soft tabular-nums">
            {t('Tested {time}', { time: formatDateTime(checked_at) })}
          </p>
        )}
        {isError && (
          <p role="alert" className="text-danger">
            {t('That could not be tested. Please try again.')}
          </p>
        )}
      </div>
      {can_test && (
        <div className="col-start-2 mt-2 sm:col-start-3 sm:mt-0 sm:self-center">
          <Button
            variant="secondary"
            size="small"
            isBusy={isPending}
            aria-label={item === 'backup' ? t('Back up now') : t('Test: {title}', { title })}
            onClick={() => mutate()}
          >
            {item === 'backup' ? t('Back up now') : t('Test')}
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
