import { useNavigate, useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { noticeState } from '../../../ui/notice.ts'
import { correctSession } from '../../accounts/web/correct-session.ts'

/** Where a link mailed to a new address leads. By a button: programs that look into mails open links. */
export default function ConfirmEmailPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const navigate = useNavigate()
  const confirm = useMutation({
    mutationFn: () => call('POST /email-changes/confirm', { body: { token } }),
    onSuccess: async ({ message, changed }) => {
      if (!changed) return
      // Whoever else is signed in here stays who they are.
      await correctSession().catch(() => undefined)
      const state = noticeState({ tone: 'success', text: message })
      await navigate(paths.login, { replace: true, state })
    },
  })
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto grid max-w-form gap-5">
        <h1 className="text-3xl">{t('Your new address')}</h1>
        {token === '' ? (
          <Alert tone="warning">
            {t('This link is not complete. Please open it from the mail again.')}
          </Alert>
        ) : confirm.data?.changed === false ? (
          <Alert tone="success" isUrgent>
            {confirm.data.message}
          </Alert>
        ) : (
          <>
            <p>{t('You are going to log in with the address that this link was mailed to.')}</p>
            <Alert tone="danger">{confirm.error?.message}</Alert>
            <ActionButton action={confirm}>{t('Use this address')}</ActionButton>
          </>
        )}
      </div>
    </div>
  )
}
