import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { roleNames } from '../role-names.ts'
import { requestInvite } from './queries.ts'
import { type Invitation, useStaffNotices } from './use-staff-notices.ts'

interface InvitationTableProps {
  invitations: Invitation[]
  onNotice: (notice: Notice | null) => void
}

/** Invitations that nobody has accepted yet: send one again, or withdraw it. */
export function InvitationTable({ invitations, onNotice }: InvitationTableProps) {
  const notices = useStaffNotices(onNotice)
  const again = useMutation({
    mutationFn: async ({ email, role }: Invitation) => {
      await requestInvite({ email, role })
      return { message: t('A fresh invitation is on its way to {email}.', { email }) }
    },
    ...notices,
  })
  const withdrawal = useMutation({
    mutationFn: ({ id }: Invitation) =>
      call('DELETE /admin/staff/invitations/:id', { params: { id } }),
    ...notices,
  })
  const underWay = [again, withdrawal].find(({ isPending }) => isPending)
  const columns = describeColumns({
    busyId: underWay?.variables?.id,
    onAgain: again.mutate,
    onWithdraw: withdrawal.mutate,
  })
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="mb-3 text-2xl">
        {t('Invited')}
      </h2>
      {invitations.length === 0 ? (
        <p className="text-ink-soft">{t('Nobody is invited right now.')}</p>
      ) : (
        <DataTable
          caption={t('Invitations')}
          columns={columns}
          rows={invitations}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

interface ColumnsInput {
  /** Of the invitation that is being sent or withdrawn. */
  busyId: string | undefined
  onAgain: (invitation: Invitation) => void
  onWithdraw: (invitation: Invitation) => void
}

function describeColumns({ busyId, onAgain, onWithdraw }: ColumnsInput): Column<Invitation>[] {
  return [
    {
      heading: 'E-mail',
      cell: ({ email }) => <span className="font-medium wrap-anywhere">{email}</span>,
    },
    { heading: t('Role'), cell: ({ role }) => t(roleNames[role].label) },
    { heading: t('Invited by'), cell: ({ invited_by: name }) => name },
    {
      heading: t('Good until'),
      isUnbroken: true,
      cell: ({ expires_at: expiresAt, is_expired: isExpired }) =>
        isExpired ? <Badge tone="waiting">{t('Expired')}</Badge> : formatDateTime(expiresAt),
    },
    {
      heading: t('Change'),
      isWide: true,
      cell: (invitation) => (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            isBusy={busyId === invitation.id}
            onClick={() => onAgain(invitation)}
          >
            {rich('Invite again<span>: {email}</span>', {
              span: <span className="sr-only" />,
              email: invitation.email,
            })}
          </Button>
          <Button
            variant="quiet"
            size="small"
            isBusy={busyId === invitation.id}
            onClick={() => onWithdraw(invitation)}
          >
            {rich('Withdraw<span> the invitation of {email}</span>', {
              span: <span className="sr-only" />,
              email: invitation.email,
            })}
          </Button>
        </span>
      ),
    },
  ]
}
