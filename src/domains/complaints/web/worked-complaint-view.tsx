import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { Link } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { formatDate, formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { requiredTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { useRights } from '../../staff/web/use-rights.ts'
import { complaintOutcomes } from '../complaint.ts'
import { outcomeSentences, stateLabels, subjectLabels } from '../complaint-labels.ts'
import type { WorkedComplaint } from '../contract.ts'
import { ComplaintEvents } from './complaint-events.tsx'
import { complaintsKey, workedComplaintQuery } from './queries.ts'

/** A complaint as staff work on it: who, what, its history, whose it is, and an answer. */
export function WorkedComplaintView({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(workedComplaintQuery(id))
  // Here, so that it outlives what is changed meanwhile, here or by somebody else.
  const [answer, setAnswer] = useState(noAnswer)
  if (!data && error) return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
  if (!data) return <Skeleton label={t('Loading the complaint')} className="h-96" />
  return (
    <>
      <Summary complaint={data} />
      <div className="mt-8 grid gap-10 lg:grid-cols-[3fr_2fr]">
        <section aria-label={t('History')}>
          <ComplaintEvents
            events={data.events}
            nameOf={({ by, is_of_academy: isOfAcademy }) =>
              isOfAcademy ? (by ?? t('the academy')) : data.name
            }
          />
        </section>
        <div className="grid content-start gap-8">
          <AnswerForm complaint={data} answer={answer} onAnswer={setAnswer} />
          <AssignField complaint={data} />
        </div>
      </div>
    </>
  )
}

function Summary({ complaint }: { complaint: WorkedComplaint }) {
  const { may } = useRights()
  const { number, subject, state, outcome, name, email, learner_id: learnerId } = complaint
  return (
    <>
      <h2 className="text-2xl">
        {number} {complaint.is_overdue && <Badge tone="waiting">{t('Overdue')}</Badge>}
      </h2>
      <p className="mt-1 wrap-anywhere">
        {t(subjectLabels[subject])}. {t(stateLabels[state])}
        {state === 'open' && `, ${t('due on {date}', { date: formatDate(complaint.due_on) })}`}.
        {outcome !== null && ` ${t(outcomeSentences[outcome])}`}
      </p>
      <p className="mt-1 wrap-anywhere text-ink-soft">
        {learnerId === null ? (
          t('{name}, {email}. A visitor: nobody has proved that this address is theirs.', {
            name,
            email,
          })
        ) : (
          <>
            <Link to={`${paths.admin}/learners?person=${learnerId}`} className="text-link">
              {name}
            </Link>
            , {email}
          </>
        )}
      </p>
      <p className="text-sm text-ink-soft">
        {t('Filed {time}.', { time: formatDateTime(complaint.filed_at) })}
        {complaint.language !== null &&
          ` ${t('Reads the site in: {code}.', { code: complaint.language })}`}
        {complaint.payment_id !== null && may('orders') && (
          <>
            {' '}
            <Link
              to={`${paths.admin}?tab=payments&search=${complaint.payment_id}`}
              className="text-link"
            >
              {t('See the payment')}
            </Link>
          </>
        )}
      </p>
    </>
  )
}

const outcomeOptions = [
  { value: '', label: msg('Answered; it may go on') },
  { value: 'remedied', label: msg('Put right, and closed') },
  { value: 'explained', label: msg('Explained, and closed') },
  { value: 'rejected', label: msg('Not granted, and closed') },
]

interface Answer {
  words: string
  outcome: string
}

const noAnswer: Answer = { words: '', outcome: '' }

interface AnswerFormProps {
  complaint: WorkedComplaint
  answer: Answer
  onAnswer: Dispatch<SetStateAction<Answer>>
}

function AnswerForm({ complaint, answer, onAnswer }: AnswerFormProps) {
  const keep = useKeep()
  const { submit, isBusy, isSaved, field, failure } = useSaveForm({
    save: async (form) => {
      const answered = await call('POST /admin/complaints/:id/answer', {
        params: { id: complaint.id },
        body: {
          revision: complaint.revision,
          words: requiredTextOf(form, 'words', t('Please write an answer.')),
          outcome: complaintOutcomes.find((one) => one === textOf(form, 'outcome')) ?? null,
        },
      })
      onAnswer((written) => (written === answer ? noAnswer : written))
      return answered
    },
    onSaved: keep,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={t('Answer')}
        {...field('words')}
        hint={t(
          'It is mailed to who complained, with a link to reply. An empty line begins a new paragraph.',
        )}
        rows={6}
        maxLength={5_000}
        value={answer.words}
        onChange={({ target }) => onAnswer({ ...answer, words: target.value })}
      />
      <SelectField
        label={t('What becomes of it')}
        {...field('outcome')}
        options={outcomeOptions.map(({ value, label }) => ({ value, label: t(label) }))}
        value={answer.outcome}
        onChange={({ target }) => onAnswer({ ...answer, outcome: target.value })}
      />
      <Alert tone="danger">{failure}</Alert>
      <p className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          {t('Send the answer')}
        </Button>
        <output className="text-sm text-ink-soft">{isSaved && t('The answer is sent.')}</output>
      </p>
    </form>
  )
}

function AssignField({ complaint }: { complaint: WorkedComplaint }) {
  const keep = useKeep()
  const assign = useMutation({
    mutationFn: (staffId: string | null) =>
      call('POST /admin/complaints/:id/assign', {
        params: { id: complaint.id },
        body: { revision: complaint.revision, staff_id: staffId },
      }),
    // One after the other: a second thought goes out with the revision that the first one has made.
    scope: { id: `assign ${complaint.id}` },
    onSuccess: keep,
  })
  const options = complaint.assignable.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="grid gap-3">
      <SelectField
        label={t('In the hands of')}
        options={[{ value: '', label: t('Nobody yet') }, ...options]}
        value={(assign.isPending ? assign.variables : complaint.assignee_id) ?? ''}
        onChange={(event) => assign.mutate(event.target.value || null)}
      />
      <output className="text-sm text-ink-soft">{assign.isSuccess && t('Saved')}</output>
      <Alert tone="danger">{assign.error?.message}</Alert>
    </div>
  )
}

/** What is shown follows the answer of a change; lists are asked for anew. */
function useKeep() {
  const client = useQueryClient()
  return async (complaint: WorkedComplaint) => {
    client.setQueryData(workedComplaintQuery(complaint.id).queryKey, complaint)
    await client.invalidateQueries({ queryKey: complaintsKey })
  }
}
