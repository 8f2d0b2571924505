import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { NoticeAlert } from '../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { useSession } from '../../../ui/session.ts'
import { roleNames } from '../role-names.ts'
import { InvitationTable } from './invitation-table.tsx'
import { InviteForm } from './invite-form.tsx'
import { staffQuery } from './queries.ts'
import { RoleDialog } from './role-dialog.tsx'
import { type Listed, type Member, useStaffNotices } from './use-staff-notices.ts'

/** Who works here: invite, give another role, remove. */
export default function StaffPage() {
  const { data, isError, isFetching, refetch } = useQuery(staffQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [changing, setChanging] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const notices = useStaffNotices(setNotice)
  const removal = useMutation({
    mutationFn: (id: string) => call('DELETE /admin/staff/:id', { params: { id } }),
    ...notices,
    onSettled: (_answer, _error, id) => setRemoving((now) => (now?.id === id ? null : now)),
  })
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t(
          'Each role opens a part of the office. The audit log keeps everything that your staff do.',
        )}
      </p>
      <InviteForm onNotice={setNotice} />
      <NoticeAlert notice={notice} className="mt-5" />
      {isError && (
        <LoadFailure
          className="mt-5"
          sentence={t('The staff cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the staff')} className="mt-6 h-64" />
      )}
      {data && (
        <>
          <MemberTable
            staff={data.staff}
            without={data.without_second_step}
            onChange={setChanging}
            onRemove={setRemoving}
          />
          <InvitationTable invitations={data.invitations} onNotice={setNotice} />
        </>
      )}
      <RoleDialog
        member={changing}
        onClose={() => setChanging((now) => (now === changing ? null : now))}
        onNotice={setNotice}
      />
      <AlertDialog
        isOpen={removing !== null}
        title={t('Remove from the staff')}
        text={t('{name} will no longer see the office. Their account and their courses stay.', {
          name: removing?.name ?? '',
        })}
        confirmLabel={t('Remove')}
        isDangerous
        isBusy={removal.isPending && removal.variables === removing?.id}
        onConfirm={() => removing && removal.mutate(removing.id)}
        onCancel={() => setRemoving(null)}
      />
    </>
  )
}

interface MemberTableProps {
  staff: Member[]
  without: Listed['without_second_step']
  onChange: (member: Member) => void
  onRemove: (member: Member) => void
}

function MemberTable({ staff, ...acts }: MemberTableProps) {
  const columns = describeColumns({ ...acts, ownId: useSession()?.user.id })
  return (
    <section aria-labelledby="members" className="mt-8">
      <h2 id="members" className="mb-3 text-2xl">
        {t('Who works here')}
      </h2>
      <DataTable caption={t('Staff')} columns={columns} rows={staff} keyOf={({ id }) => id} />
    </section>
  )
}

type ColumnsInput = Omit<MemberTableProps, 'staff'> & { ownId: string | undefined }

function describeColumns({ without, onChange, onRemove, ownId }: ColumnsInput): Column<Member>[] {
  return [
    {
      heading: t('Name'),
      cell: ({ id, name }) => (
        <span className="font-medium">
          {name}
          {id === ownId && <span className="text-ink-soft"> {t('(you)')}</span>}
        </span>
      ),
    },
    { heading: 'E-mail', cell: ({ email }) => <span className="break-all">{email}</span> },
    { heading: t('Role'), cell: ({ role }) => t(roleNames[role].label) },
    {
      heading: t('May do'),
      cell: ({ role }) => <span className="text-ink-soft">{t(roleNames[role].may)}</span>,
    },
    {
      heading: t('Second step'),
      cell: ({ id }) => {
        const lacking = without.find((one) => one.id === id)
        if (!lacking) return t('Yes')
        const { closes_at: closesAt } = lacking
        return (
          <Badge tone="waiting">
            {closesAt < new Date().toISOString()
              ? t('None: the office is closed')
              : t('None: the office closes {time}', { time: formatDateTime(closesAt) })}
          </Badge>
        )
      },
    },
    {
      heading: t('Change'),
      isWide: true,
      cell: (member) => (
        <span className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => onChange(member)}>
            {rich('Change role<span> of {name}</span>', {
              span: <span className="sr-only" />,
              name: member.name,
            })}
          </Button>
          <Button
            variant="quiet"
            size="small"
            className="text-danger!"
            onClick={() => onRemove(member)}
          >
            {rich('Remove<span> {name}</span>', {
              span: <span className="sr-only" />,
              name: member.name,
            })}
          </Button>
        </span>
      ),
    },
  ]
}
