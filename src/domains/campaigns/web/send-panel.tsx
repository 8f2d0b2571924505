import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { fromIndiaTime } from '../../../shared/india-time.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Campaign } from '../contract.ts'
import { learnerCountLabel } from './campaign-labels.ts'
import { campaignsKey, readersQuery, requestSend } from './queries.ts'
import { useStoreCampaign } from './use-store-campaign.ts'

interface SendPanelProps {
  letter: Campaign
  /** The time at which it is to go, as typed. */
  typed: string
  onType: (time: string) => void
}

/** A test to oneself, then to everybody meant: now or at a time, after naming how many they are. */
export function SendPanel({ letter, typed, onType }: SendPanelProps) {
  const { data: readers, isError, isFetching, refetch } = useQuery(readersQuery(letter))
  const [asked, setAsked] = useState<'now' | 'later' | 'delete' | null>(null)
  const [timeError, setTimeError] = useState<string>()
  const take = useStoreCampaign()
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => call('POST /admin/letters/:id/test', { params: { id: letter.id } }),
  })
  const at = fromIndiaTime(typed)
  const send = useMutation({
    mutationFn: () => requestSend(letter, asked === 'later' ? at : null),
    onSuccess: take,
    // Refused, perhaps because nobody is left who would get it: the number is asked for anew.
    onError: () => client.invalidateQueries(readersQuery(letter)),
    onSettled: () => setAsked(null),
  })
  const askForLater = () => {
    const isFuture = at !== null && isToCome(at)
    setTimeError(isFuture ? undefined : t('Please choose a day and a time to come.'))
    if (isFuture) setAsked('later')
  }
  const hasReaders = readers !== undefined && readers.people > 0
  const people = learnerCountLabel(readers?.people ?? 0)
  const when = asked === 'later' && at !== null ? formatDateTime(at) : t('now')
  return (
    <section aria-labelledby="send" className="mt-8 max-w-text">
      <h2 id="send" className="mb-3 text-2xl">
        {t('Send it')}
      </h2>
      {readers === undefined && !isError && <p>{t('Counting who would get this e-mail…')}</p>}
      {isError && (
        <LoadFailure
          sentence={t('Who would get this e-mail cannot be counted right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {hasReaders && <p>{t('{people} would get this e-mail now.', { people })}</p>}
      {readers?.people === 0 && (
        <Alert
          tone="warning"
          detail={t(
            'News goes only to who said yes to it, and no e-mail goes to who is blocked or unsubscribed.',
          )}
        >
          {t('Nobody would get this e-mail now. Please choose whom it is for again.')}
        </Alert>
      )}
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <ActionButton variant="secondary" action={test}>
          {t('Mail me a test')}
        </ActionButton>
        {hasReaders && <Button onClick={() => setAsked('now')}>{t('Send now')}</Button>}
      </div>
      <Alert className="mt-4" tone="success" isUrgent>
        {test.data?.message}
      </Alert>
      {hasReaders && (
        <div className="mt-5 grid items-start gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            label={t('Date and time')}
            type="datetime-local"
            hint={t('India’s time.')}
            value={typed}
            error={timeError}
            onChange={(event) => {
              onType(event.target.value)
              setTimeError(undefined)
            }}
          />
          <Button variant="secondary" className="sm:mt-7" onClick={askForLater}>
            {t('Send at this time')}
          </Button>
        </div>
      )}
      {[test.error, send.error].map(
        (error) =>
          error && (
            <div key={error.message} className="mt-4">
              <Alert tone="danger">{error.message}</Alert>
            </div>
          ),
      )}
      <Button
        variant="quiet"
        size="small"
        className="mt-6 text-danger!"
        onClick={() => setAsked('delete')}
      >
        {t('Delete this draft')}
      </Button>
      <AlertDialog
        isOpen={asked === 'now' || asked === 'later'}
        title={t('Send this campaign?')}
        text={t('“{subject}” goes to {people}, {when}.', { subject: letter.subject, people, when })}
        detail={
          asked === 'later'
            ? t('Until then you can cancel it. Who is meant is decided at that time.')
            : t('Once it has begun to go out it cannot be cancelled.')
        }
        confirmLabel={t('Send to {people}', { people })}
        isBusy={send.isPending}
        onConfirm={() => send.mutate()}
        onCancel={() => setAsked(null)}
      />
      <DeleteDialog letter={letter} isOpen={asked === 'delete'} onClose={() => setAsked(null)} />
    </section>
  )
}

function isToCome(at: string): boolean {
  return Date.parse(at) > Date.now()
}

interface DeleteDialogProps {
  letter: Campaign
  isOpen: boolean
  onClose: () => void
}

function DeleteDialog({ letter, isOpen, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const setQuery = useSearchParams()[1]
  const remove = useMutation({
    mutationFn: () => call('DELETE /admin/letters/:id', { params: { id: letter.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...campaignsKey, 'list'] }),
  })
  // Only while it is still there: what was opened meanwhile stays.
  const leave = { onSuccess: () => setQuery({}, { replace: true }) }
  return (
    <AlertDialog
      isOpen={isOpen}
      title={t('Delete this draft?')}
      text={t('“{subject}” was not sent to anybody.', { subject: letter.subject })}
      detail={remove.error?.message ?? null}
      confirmLabel={t('Delete')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, leave)}
      onCancel={onClose}
    />
  )
}
