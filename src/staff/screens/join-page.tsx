import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../http/api-client.ts'
import type { AnswerOf } from '../../http/endpoint.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { noticeState } from '../../ui/notice.ts'
import { clearSession } from '../../ui/session.ts'
import type { readInvitation } from '../contract.ts'
import { askToAccept, invitationQuery } from '../queries.ts'
import { roleNames } from '../role-names.ts'

/** Where a mailed invitation leads: what it is for, and accepting it. */
export function JoinPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto max-w-form">
        <h1 className="text-3xl">Join the team</h1>
        <div className="mt-4">
          {token === '' && (
            <Alert tone="warning">
              This link is not complete. Please open it from the mail again.
            </Alert>
          )}
          {error && <Alert tone="warning">{error.message}</Alert>}
          {token !== '' && !data && !error && (
            <Skeleton label="Loading the invitation" className="h-40" />
          )}
          {data && <Acceptance token={token} invitation={data} />}
        </div>
      </div>
    </div>
  )
}

interface AcceptanceProps {
  token: string
  invitation: AnswerOf<typeof readInvitation>
}

function Acceptance({ token, invitation }: AcceptanceProps) {
  const { email, role, has_account: hasAccount } = invitation
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => askToAccept({ token, ...(!hasAccount && { name, password }) }),
    onSuccess: async ({ message }) => {
      clearSession() // whoever is signed in here logs in as who was invited
      const state = noticeState({ tone: 'success', text: message })
      await navigate(paths.login, { replace: true, state })
    },
  })
  const errorAt = (path: string): string | undefined =>
    accept.error instanceof ApiError
      ? accept.error.errors.find((error) => error.path === path)?.message
      : undefined
  const isAtField = errorAt('name') !== undefined || errorAt('password') !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p>
        You are invited as <strong>{roleNames[role].label}</strong> ({roleNames[role].may}) with the
        address <strong className="break-all">{email}</strong>.
      </p>
      {hasAccount ? (
        <p className="text-ink-soft">
          You have an account with this address. It stays as it is, with its password and its
          courses; you are logged out everywhere and log in again.
        </p>
      ) : (
        <>
          <TextField
            label="Name"
            autoComplete="name"
            maxLength={100}
            required
            value={name}
            error={errorAt('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <PasswordField
            label="Password"
            hint="8 characters or more."
            autoComplete="new-password"
            required
            value={password}
            error={errorAt('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      {accept.error && !isAtField && <Alert tone="danger">{accept.error.message}</Alert>}
      <Button type="submit" isBusy={accept.isPending}>
        Accept the invitation
      </Button>
    </form>
  )
}
