import { type FormEvent, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import type { Role } from '../../http/rights.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { askToInvite } from '../queries.ts'
import { readRole, roleOptions } from './role-options.ts'
import { type Told, useTeller } from './use-teller.ts'

/** An address and a role; what is wrong with them is said at the field. */
export function InviteForm({ onTold }: { onTold: (told: Told | null) => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('teacher')
  const [error, setError] = useState<string>()
  const tell = useTeller(onTold)
  const invite = useMutation({
    mutationFn: async () => {
      const invited = await askToInvite({ email, role })
      return { message: `An invitation is on its way to ${invited.email}. It is good for 7 days.` }
    },
    ...tell,
    onSuccess: (answer) => {
      setEmail('')
      return tell.onSuccess(answer)
    },
    onError: (failure) => {
      const ofField = failure instanceof ApiError && [400, 409].includes(failure.status)
      if (ofField) setError(failure.message)
      else tell.onError(failure)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invite.isPending) return
    setError(undefined)
    invite.mutate()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-labelledby="invite"
      className="mt-6 rounded-md border border-line bg-sheet p-4 sm:p-5"
    >
      <h2 id="invite" className="text-xl">
        Invite somebody
      </h2>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          value={email}
          error={error}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label="Role"
          options={roleOptions}
          value={role}
          onChange={(event) => setRole(readRole(event.target.value))}
        />
      </div>
      <Button type="submit" className="mt-4" isBusy={invite.isPending}>
        Send the invitation
      </Button>
    </form>
  )
}
