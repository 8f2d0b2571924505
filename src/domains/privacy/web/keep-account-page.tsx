import { useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'

/** Where the mailed link takes an erasure back. By a button: programs that look into mails open links. */
export default function KeepAccountPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const keep = useMutation({
    mutationFn: () => call('POST /my-data/erasure/cancel', { body: { token } }),
  })
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto grid max-w-form gap-5">
        <h1 className="text-3xl">{t('Keep your account')}</h1>
        {token === '' ? (
          <Alert tone="warning">
            {t('This link is not complete. Please open it from the mail again.')}
          </Alert>
        ) : keep.data ? (
          <Alert tone="success" isUrgent>
            {keep.data.message}
          </Alert>
        ) : (
          <>
            <p>{t('Your account was going to be deleted. With this button it stays as it is.')}</p>
            <Alert tone="danger">{keep.error?.message}</Alert>
            <ActionButton action={keep}>{t('Keep my account')}</ActionButton>
          </>
        )}
      </div>
    </div>
  )
}
