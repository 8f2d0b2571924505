import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { requiredTextOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { outcomeSentences, stateLabels, subjectLabels } from '../complaint-labels.ts'
import type { Complaint } from '../contract.ts'
import { ComplaintEvents } from './complaint-events.tsx'
import { complaintQuery, myComplaintsQuery, type OwnComplaint } from './queries.ts'

/** A complaint for who filed it: how it stands, what was said, and room for more. */
export function OwnComplaintView(own: OwnComplaint) {
  const { data, error, isFetching, refetch } = useQuery(complaintQuery(own))
  if (data) return <Shown complaint={data} own={own} />
  if (!error) return <Skeleton label={t('Loading your complaint')} className="h-96" />
  return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
}

function Shown({ complaint, own }: { complaint: Complaint; own: OwnComplaint }) {
  const { number, subject, state, outcome, due_on: dueOn, events } = complaint
  return (
    <div className="grid gap-6">
      <p>
        {number}, {t(subjectLabels[subject])}
        <span className="block text-ink-soft">
          {state === 'open'
            ? t('You have an answer by {date}.', { date: formatDate(dueOn) })
            : outcome === null
              ? t(stateLabels[state])
              : t(outcomeSentences[outcome])}
        </span>
      </p>
      <ComplaintEvents
        events={events}
        nameOf={({ is_of_academy: isOfAcademy }) => (isOfAcademy ? t('the academy') : t('you'))}
      />
      <ReplyForm isOpen={state === 'open'} own={own} />
    </div>
  )
}

function ReplyForm({ isOpen, own }: { isOpen: boolean; own: OwnComplaint }) {
  const client = useQueryClient()
  const { submit, isBusy, isSaved, field, failure } = useSaveForm({
    save: (form) => {
      const words = requiredTextOf(form, 'words', t('Please write what it is about.'))
      const body = { token: own.token, words }
      return call('POST /complaints/:id/replies', { params: { id: own.id }, body })
    },
    onSaved: async (complaint, form, isAsSent) => {
      if (isAsSent) form.reset()
      client.setQueryData(complaintQuery(own).queryKey, complaint)
      await client.invalidateQueries({ queryKey: myComplaintsQuery.queryKey })
    },
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={isOpen ? t('Something to add?') : t('Was it not put right?')}
        {...field('words')}
        hint={isOpen ? undefined : t('Your complaint is open again then, with a new date.')}
        rows={4}
        maxLength={5_000}
      />
      <Alert tone="danger">{failure}</Alert>
      <p className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {isOpen ? t('Add to the complaint') : t('Reopen the complaint')}
        </Button>
        <output className="text-sm text-ink-soft">
          {isSaved && t('What you wrote is part of the complaint.')}
        </output>
      </p>
    </form>
  )
}
