import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { useHeldFocus } from '../../../../ui/layout/hold-focus.ts'
import { useSite } from '../../../../ui/site.ts'
import { AccountPart } from '../account-part.tsx'
import GoogleSignIn from '../google-sign-in.tsx'
import { type Security, securityQuery } from './queries.ts'

/** Google as a way in, to be added and taken off; nothing where it is not set up. */
export function GoogleAccount({ security }: { security: Security }) {
  const client = useQueryClient()
  const { google } = useSite()
  const [attempt, setAttempt] = useState(1)
  const keep = (kept: Security) => client.setQueryData(securityQuery.queryKey, kept)
  const add = useMutation({
    mutationFn: (credential: string) => call('POST /auth/google-account', { body: { credential } }),
    onSuccess: keep,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /auth/google-account', {}),
    onSuccess: keep,
  })
  const held = useHeldFocus(security.has_google)
  if (!security.has_google && google === null) return null
  return (
    <AccountPart heading={t('Log in with Google')}>
      <div {...held}>
        {security.has_google && (
          <>
            <p>{t('You can log in with your Google account.')}</p>
            <p className="mt-4">
              <ActionButton variant="secondary" action={remove}>
                {t('Take Google off')}
              </ActionButton>
            </p>
            <Alert className="mt-4" tone="danger">
              {remove.error?.message}
            </Alert>
          </>
        )}
        {!security.has_google && google !== null && (
          <>
            <Alert className="mb-5" tone="success" isUrgent>
              {remove.isSuccess && t('Google is taken off.')}
            </Alert>
            <p>{t('Add a Google account, and you can log in with it, too.')}</p>
            <GoogleSignIn
              key={attempt}
              google={google}
              purpose="login"
              take={add.mutateAsync}
              onTryAgain={() => setAttempt(attempt + 1)}
            />
          </>
        )}
      </div>
    </AccountPart>
  )
}
