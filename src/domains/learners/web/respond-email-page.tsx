import { useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'

/** Where the old address of an account says yes or no to a new one. By buttons: programs open links. */
export default function RespondEmailPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const answer = useMutation({
    mutationFn: (agrees: boolean) =>
      call('POST /email-changes/answer', { body: { token, agrees } }),
  })
  const button = (agrees: boolean, label: string) => (
    <Button
      variant={agrees ? 'secondary' : 'primary'}
      isBusy={answer.isPending && answer.variables === agrees}
      onClick={() => answer.isPending || answer.mutate(agrees)}
    >
      {label}
    </Button>
  )
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto grid max-w-form gap-5">
        <h1 className="text-3xl">{t('The address of your account')}</h1>
        {token === '' ? (
          <Alert tone="warning">
            {t('This link is not complete. Please open it from the mail again.')}
          </Alert>
        ) : answer.data ? (
          <Alert tone="success" isUrgent>
            {answer.data.message}
          </Alert>
        ) : (
          <>
            <p>{t('Did you ask to change the address of your account?')}</p>
            <Alert tone="danger">{answer.error?.message}</Alert>
            {button(false, t('No, keep my address'))}
            {button(true, t('Yes, change it'))}
          </>
        )}
      </div>
    </div>
  )
}
