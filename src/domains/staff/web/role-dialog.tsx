import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { roleNames } from '../role-names.ts'
import { staffQuery } from './queries.ts'
import { readRole, roleOptions } from './role-options.ts'
import { type Member } from './use-staff-notices.ts'

interface RoleDialogProps {
  /** Null: closed. */
  member: Member | null
  onClose: () => void
  onNotice: (notice: Notice | null) => void
}

/** Gives a member of staff another role. */
export function RoleDialog({ member, ...ends }: RoleDialogProps) {
  return (
    <Dialog isOpen={member !== null} onClose={ends.onClose} title={t('Change role')}>
      {member !== null && <RoleForm {...ends} member={member} />}
    </Dialog>
  )
}

function RoleForm({ member, onClose, onNotice }: RoleDialogProps & { member: Member }) {
  const client = useQueryClient()
  const { submit, isBusy, failure } = useSaveForm({
    save: (form) =>
      call('PATCH /admin/staff/:id', {
        params: { id: member.id },
        body: { role: readRole(textOf(form, 'role')) },
      }),
    onSaved: ({ name, role }) => {
      onClose()
      onNotice({
        tone: 'success',
        text: t('{name} has the role {role} now.', { name, role: t(roleNames[role].label) }),
      })
      return client.invalidateQueries({ queryKey: staffQuery.queryKey })
    },
  })
  return (
    <form noValidate onSubmit={submit}>
      <SelectField
        label={t('Role of {name}', { name: member.name })}
        name="role"
        options={roleOptions()}
        defaultValue={member.role}
      />
      <p className="mt-3 text-sm text-ink-soft">{t('It holds from their next click on.')}</p>
      <Alert className="mt-4" tone="danger">
        {failure}
      </Alert>
      <p className="mt-6 flex justify-end">
        <Button type="submit" isBusy={isBusy}>
          {t('Save')}
        </Button>
      </p>
    </form>
  )
}
