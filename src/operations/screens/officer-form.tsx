import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiError } from '../../http/api-client.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { checklistQuery, type GrievanceOfficer, nameOfficer } from '../queries.ts'

/** Who is named on the contact page, as the E-Commerce Rules ask. The server checks what is typed. */
export function OfficerForm({ officer }: { officer: GrievanceOfficer | null }) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: nameOfficer,
    onSuccess: () => client.invalidateQueries({ queryKey: checklistQuery.queryKey }),
  })
  const faults = new Map(
    error instanceof ApiError ? error.errors.map(({ path, message }) => [path, message]) : [],
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value : ''
    }
    mutate({ name: textOf('name'), email: textOf('email'), phone: textOf('phone') })
  }
  return (
    <section aria-labelledby="officer" className="mt-10 max-w-text">
      <h2 id="officer" className="text-2xl">
        Grievance officer
      </h2>
      <p className="mt-1 text-ink-soft">
        The person to whom complaints go, shown on the contact page. They acknowledge a complaint in
        48 hours and answer it in a month.
      </p>
      <form noValidate onSubmit={submit} onChange={reset} className="mt-4 grid gap-4">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={100}
          required
          defaultValue={officer?.name}
          error={faults.get('name')}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="off"
          required
          defaultValue={officer?.email}
          error={faults.get('email')}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="off"
          required
          defaultValue={officer?.phone}
          error={faults.get('phone')}
        />
        {isSuccess && (
          <Alert tone="success" isUrgent>
            The contact page names them now.
          </Alert>
        )}
        {error && faults.size === 0 && <Alert tone="danger">{error.message}</Alert>}
        <div>
          <Button type="submit" isBusy={isPending}>
            Save
          </Button>
        </div>
      </form>
    </section>
  )
}
