import { useSearchParams } from 'react-router'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { correctSession } from '../correct-session.ts'

/** Where the owner of an account says that something was not them. By a button: programs open links. */
export default function NotMePage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const lock = useMutation({
    mutationFn: () => call('POST /auth/not-me', { body: { token } }),
    // Whoever else is signed in here stays who they are.
    onSuccess: () => correctSession().catch(() => undefined),
  })
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto grid max-w-form gap-5">
        <h1 className="text-3xl">{t('This was not me')}</h1>
        {token === '' ? (
          <Alert tone="warning">
            {t('This link is not complete. Please open it from the mail again.')}
          </Alert>
        ) : lock.data ? (
          <Alert tone="success" isUrgent>
            {lock.data.message}
          </Alert>
        ) : (
          <>
            <p>
              {t(
                'Did somebody else log in to your account or change something in it? Then lock it now: every device is logged out, what was added to the account since then goes, and we mail you a link for choosing a new password.',
              )}
            </p>
            <Alert tone="danger">{lock.error?.message}</Alert>
            <ActionButton variant="danger" action={lock}>
              {t('Lock my account')}
            </ActionButton>
          </>
        )}
      </div>
    </div>
  )
}
