import { useMutation } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { type Column, DataTable } from '../../ui/controls/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import type { Learner } from '../contract.ts'
import { askToResend } from '../queries.ts'
import { nameDevice } from './name-device.ts'
import { Section } from './section.tsx'

interface PersonRecordsProps {
  learner: Learner
  onTold: (message: string) => void
}

/** Certificates, mails and sessions. */
export function PersonRecords({ learner, onTold }: PersonRecordsProps) {
  const { certificates, mails, sessions } = learner
  const resend = useMutation({
    mutationFn: (mailId: string) => askToResend(learner.id, mailId),
    onSuccess: ({ message }) => onTold(message),
  })
  const mailColumns = columnsOfMails({
    busyId: resend.isPending ? resend.variables : null,
    onResend: resend.mutate,
  })
  return (
    <>
      <Section
        heading="Certificates"
        isEmpty={certificates.length === 0}
        empty="No certificate yet."
      >
        <DataTable
          caption="Certificates"
          columns={certificateColumns}
          rows={certificates}
          keyOf={({ id }) => id}
        />
      </Section>
      <Section heading="Mails" isEmpty={mails.length === 0} empty="No mail is kept.">
        {resend.isError && (
          <div className="mb-3">
            <Alert tone="danger">{resend.error.message}</Alert>
          </div>
        )}
        <DataTable
          caption="Mails"
          columns={mailColumns}
          rows={mails}
          keyOf={({ id }) => id}
          narrow="lines"
        />
      </Section>
      <Section heading="Sessions" isEmpty={sessions.length === 0} empty="Logged in nowhere.">
        <DataTable
          caption="Sessions"
          columns={sessionColumns}
          rows={sessions}
          keyOf={({ created_at: at, device }) => `${at} ${device}`}
        />
      </Section>
    </>
  )
}

const certificateColumns: Column<Learner['certificates'][number]>[] = [
  {
    heading: 'Certificate',
    cell: ({ id }) => (
      <a href={paths.verify(id)} className="text-link inline-block min-h-6 wrap-anywhere">
        {id}
      </a>
    ),
  },
  { heading: 'Course', cell: ({ course_title: title }) => title },
  { heading: 'Issued', cell: ({ issued_at: at }) => formatDate(at) },
  {
    heading: 'State',
    cell: ({ revoked_at: at }) => (
      <Badge tone={at === null ? 'good' : 'waiting'}>
        {at === null ? 'Valid' : `Withdrawn ${formatDate(at)}`}
      </Badge>
    ),
  },
]

const sessionColumns: Column<Learner['sessions'][number]>[] = [
  { heading: 'Device', cell: ({ device }) => nameDevice(device) },
  { heading: 'Logged in', cell: ({ created_at: at }) => formatDateTime(at) },
  { heading: 'Last used', cell: ({ last_used_at: at }) => formatDateTime(at) },
]

interface Resending {
  /** The mail that is being sent again; null: none is. */
  busyId: string | null
  onResend: (mailId: string) => void
}

function columnsOfMails({ busyId, onResend }: Resending): Column<Learner['mails'][number]>[] {
  return [
    {
      heading: 'Mail',
      inLines: 'max-sm:basis-full max-sm:font-medium',
      cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
    },
    {
      heading: 'Queued',
      inLines: 'max-sm:text-ink-soft',
      isUnbroken: true,
      cell: ({ queued_at: at }) => formatDateTime(at),
    },
    {
      heading: 'State',
      inLines: 'max-sm:block',
      cell: ({ sent_at: sentAt, failure }) => (
        <Badge tone={sentAt ? 'good' : 'waiting'}>
          {sentAt ? 'Sent' : failure ? 'Failed' : 'Waits'}
        </Badge>
      ),
    },
    {
      heading: 'Again',
      inLines: 'max-sm:ml-auto',
      cell: ({ id, subject, can_resend: canResend }) =>
        canResend && (
          <Button
            variant="secondary"
            size="small"
            isBusy={busyId === id}
            onClick={() => onResend(id)}
          >
            Send again<span className="sr-only">: {subject}</span>
          </Button>
        ),
    },
  ]
}
