import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { dateColumn, timeColumn } from '../../../ui/controls/columns.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { textOf } from '../../../ui/use-save-form.ts'
import { nameDevice } from '../../accounts/name-device.ts'
import { useRights } from '../../staff/web/use-rights.ts'
import type { Learner } from '../contract.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { Section } from './section.tsx'

type Certificate = Learner['certificates'][number]

interface PersonRecordsProps {
  learner: Learner
  onNotice: (notice: Notice) => void
}

/** Certificates, mails and sessions. */
export function LearnerRecords({ learner, onNotice }: PersonRecordsProps) {
  const { certificates, mails, sessions } = learner
  const { may } = useRights()
  const [reissuing, setReissuing] = useState<Certificate | null>(null)
  const mayReissue = learner.role === null || may('staff')
  const resend = useMutation({
    mutationFn: (mailId: string) =>
      call('POST /admin/learners/:id/mails/:mail_id/resend', {
        params: { id: learner.id, mail_id: mailId },
      }),
    onSuccess: ({ message }) => onNotice({ tone: 'success', text: message }),
    onError: ({ message }) => onNotice({ tone: 'danger', text: message }),
  })
  const mailColumns = columnsOfMails({
    busyId: resend.isPending ? resend.variables : null,
    onResend: resend.mutate,
  })
  return (
    <>
      <Section
        heading={t('Certificates')}
        isEmpty={certificates.length === 0}
        empty={t('No certificate yet.')}
      >
        <DataTable
          caption={t('Certificates')}
          columns={columnsOfCertificates(mayReissue ? setReissuing : null)}
          rows={certificates}
          keyOf={({ id }) => id}
        />
      </Section>
      {reissuing && (
        <ReissueDialog
          learner={learner}
          certificate={reissuing}
          onClose={() => setReissuing(null)}
          onDone={(message) => {
            setReissuing((now) => (now === reissuing ? null : now))
            onNotice({ tone: 'success', text: message })
          }}
        />
      )}
      <Section heading={t('Mails')} isEmpty={mails.length === 0} empty={t('No mail is kept.')}>
        <DataTable
          caption={t('Mails')}
          columns={mailColumns}
          rows={mails}
          keyOf={({ id }) => id}
          narrow="lines"
        />
      </Section>
      <Section
        heading={t('Sessions')}
        isEmpty={sessions.length === 0}
        empty={t('Logged in nowhere.')}
      >
        <DataTable
          caption={t('Sessions')}
          columns={sessionColumns}
          rows={sessions}
          keyOf={({ created_at: at, device }) => `${at} ${device}`}
        />
      </Section>
    </>
  )
}

interface ReissueDialogProps {
  learner: Learner
  certificate: Certificate
  onClose: () => void
  onDone: (message: string) => void
}

function ReissueDialog({ learner, certificate, onClose, onDone }: ReissueDialogProps) {
  return (
    <ReasonDialog
      title={t('Issue the certificate again')}
      text={t(
        'It now says “{name}”. The new one for “{course}” has today’s date of issue and a number of its own; the old number leads to it, and the learner is told by mail.',
        { name: certificate.name, course: certificate.course_title },
      )}
      confirmLabel={t('Issue again')}
      reasonHint={t('It is kept in the audit log.')}
      onClose={onClose}
      onDone={onDone}
      act={(reason, form) =>
        call('POST /admin/learners/:id/certificates/:certificate_id/reissue', {
          params: { id: learner.id, certificate_id: certificate.id },
          body: { name: textOf(form, 'name'), reason },
        })
      }
      renderFields={(errorAt) => (
        <TextField
          label={t('Name on the certificate')}
          name="name"
          autoComplete="off"
          maxLength={100}
          defaultValue={learner.name}
          error={errorAt('name')}
        />
      )}
    />
  )
}

/** Null: nobody here may issue one again. */
const columnsOfCertificates = (
  onReissue: ((certificate: Certificate) => void) | null,
): Column<Certificate>[] => [
  {
    heading: t('Certificate'),
    cell: ({ id }) => (
      <a
        href={languagePath(paths.verify(id))}
        className="text-link inline-block min-h-6 wrap-anywhere"
      >
        {id}
      </a>
    ),
  },
  { heading: t('Name'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { heading: t('Course'), cell: ({ course_title: title }) => title },
  dateColumn(t('Issued'), ({ issued_at: at }) => at),
  {
    heading: t('State'),
    cell: ({ revoked_at: at }) => (
      <Badge tone={at === null ? 'good' : 'waiting'}>
        {at === null ? t('Valid') : t('Withdrawn {day}', { day: formatDate(at) })}
      </Badge>
    ),
  },
  {
    heading: t('Wrong name?'),
    cell: (certificate) =>
      onReissue &&
      certificate.revoked_at === null && (
        <Button variant="secondary" size="small" onClick={() => onReissue(certificate)}>
          {rich('Issue again…<spoken> {course}</spoken>', {
            spoken: <span className="sr-only" />,
            course: certificate.course_title,
          })}
        </Button>
      ),
  },
]

const sessionColumns: Column<Learner['sessions'][number]>[] = [
  { heading: msg('Device'), cell: ({ device }) => nameDevice(device) },
  timeColumn(msg('Logged in'), ({ created_at: at }) => at),
  timeColumn(msg('Last used'), ({ last_used_at: at }) => at),
]

interface Resending {
  /** The mail that is being sent again; null: none is. */
  busyId: string | null
  onResend: (mailId: string) => void
}

function columnsOfMails({ busyId, onResend }: Resending): Column<Learner['mails'][number]>[] {
  return [
    {
      heading: t('Mail'),
      inLines: 'max-sm:basis-full max-sm:font-medium',
      cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
    },
    {
      ...timeColumn(t('Queued'), ({ queued_at: at }) => at),
      inLines: 'max-sm:text-ink-soft',
      isUnbroken: true,
    },
    {
      heading: t('State'),
      inLines: 'max-sm:block',
      cell: ({ sent_at: sentAt, failure }) => (
        <Badge tone={sentAt ? 'good' : 'waiting'}>
          {sentAt ? t('Sent') : failure ? t('Failed') : t('Waits')}
        </Badge>
      ),
    },
    {
      heading: t('Again'),
      inLines: 'max-sm:ms-auto',
      cell: ({ id, subject, can_resend: canResend }) =>
        canResend && (
          <Button
            variant="secondary"
            size="small"
            isBusy={busyId === id}
            onClick={() => onResend(id)}
          >
            {rich('Send again<span>: {subject}</span>', {
              span: <span className="sr-only" />,
              subject,
            })}
          </Button>
        ),
    },
  ]
}
