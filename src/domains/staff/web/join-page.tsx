import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { noticeState } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { clearSession } from '../../../ui/session.ts'
import { exactTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { readInvitation } from '../contract.ts'
import { roleNames } from '../role-names.ts'
import { invitationQuery } from './queries.ts'

/** Where a mailed invitation leads: what it is for, and accepting it. */
export default function JoinPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto max-w-form">
        <h1 className="text-3xl">{t('Join the team')}</h1>
        <div className="mt-4">
          <Alert tone="warning">
            {token === '' && t('This link is not complete. Please open it from the mail again.')}
          </Alert>
          <Alert tone="warning">{error?.message}</Alert>
          {token !== '' && !data && !error && (
            <Skeleton label={t('Loading the invitation')} className="h-40" />
          )}
          {data && <Acceptance token={token} invitation={data} />}
        </div>
      </div>
    </div>
  )
}

interface AcceptanceProps {
  token: string
  invitation: ResponseOf<typeof readInvitation>
}

function Acceptance({ token, invitation }: AcceptanceProps) {
  const { email, role, has_account: hasAccount } = invitation
  const navigate = useNavigate()
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      call('POST /staff-invitations/accept', {
        body: {
          token,
          ...(!hasAccount && {
            name: textOf(form, 'name'),
            password: exactTextOf(form, 'password'),
          }),
        },
      }),
    onSaved: async ({ message }) => {
      clearSession() // whoever is signed in here logs in as who was invited
      const state = noticeState({ tone: 'success', text: message })
      await navigate(paths.login, { replace: true, state })
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p>
        {rich(
          'You are invited as <strong>{role}</strong> ({may}) with the address <address>{email}</address>.',
          {
            strong: <strong />,
            address: <strong className="break-all" />,
            role: t(roleNames[role].label),
            may: t(roleNames[role].may),
            email,
          },
        )}
      </p>
      {hasAccount ? (
        <p className="text-ink-soft">
          {t(
            'You have an account with this address. It stays as it is, with its password and its courses; you are logged out everywhere and log in again.',
          )}
        </p>
      ) : (
        <>
          <TextField
            label={t('Name')}
            {...field('name')}
            autoComplete="name"
            maxLength={100}
            required
          />
          <PasswordField
            label={t('Password')}
            {...field('password')}
            hint={t('8 characters or more.')}
            autoComplete="new-password"
            required
          />
        </>
      )}
      <Alert tone="danger">{failure}</Alert>
      <Button type="submit" isBusy={isBusy}>
        {t('Accept the invitation')}
      </Button>
    </form>
  )
}
