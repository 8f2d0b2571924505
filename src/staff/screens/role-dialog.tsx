import { useState } from 'react'
import type { Role } from '../../http/rights.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { askToChangeRole } from '../queries.ts'
import { roleNames } from '../role-names.ts'
import { readRole, roleOptions } from './role-options.ts'
import { type Member, type Told, useTeller } from './use-teller.ts'

interface RoleDialogProps {
  /** Null: closed. */
  member: Member | null
  onClose: () => void
  onTold: (told: Told | null) => void
}

/** Gives a member of staff another role. */
export function RoleDialog({ member, onClose, onTold }: RoleDialogProps) {
  const [chosen, setChosen] = useState<Role | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const tell = useTeller(onTold)
  const close = () => {
    setChosen(null)
    setFailure(null)
    onClose()
  }
  const change = useMutation({
    mutationFn: async ({ id, role }: { id: string; role: Role }) => {
      const { name } = await askToChangeRole({ id, role })
      return { message: `${name} has the role ${roleNames[role].label} now.` }
    },
    onMutate: () => setFailure(null),
    onSuccess: (answer) => {
      close()
      return tell.onSuccess(answer)
    },
    onError: ({ message }) => setFailure(message),
  })
  const role = chosen ?? member?.role ?? 'teacher'
  return (
    <Dialog
      isOpen={member !== null}
      onClose={close}
      title="Change role"
      footer={
        <Button
          isBusy={change.isPending}
          onClick={() => member && change.mutate({ id: member.id, role })}
        >
          Save
        </Button>
      }
    >
      <SelectField
        label={`Role of ${member?.name ?? ''}`}
        options={roleOptions}
        value={role}
        onChange={(event) => setChosen(readRole(event.target.value))}
      />
      <p className="mt-3 text-sm text-ink-soft">It holds from their next click on.</p>
      {failure !== null && (
        <div className="mt-4">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
    </Dialog>
  )
}
