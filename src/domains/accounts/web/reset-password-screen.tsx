import { useState } from 'react'
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { noticeState } from '../../../ui/notice.ts'
import { pageMeta } from '../../../ui/page-meta.ts'
import { useIsSessionKnown } from '../../../ui/session.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { correctSession } from './correct-session.ts'
import { explainRequestFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('Choose a new password'), path: paths.resetPassword })

export default function ResetPasswordScreen() {
  const [query] = useSearchParams()
  const isReady = useIsSessionKnown()
  const token = query.get('token') ?? ''
  return (
    <AuthLayout
      heading={t('Choose a new password')}
      lead={t('Afterwards you are logged out everywhere and log in with the new one.')}
    >
      {isReady && token === '' ? (
        <Alert tone="warning">
          {t('This link is not complete. Please open it from the mail again.')}
        </Alert>
      ) : (
        <ResetPasswordForm key={token} token={token} />
      )}
      <p className="mt-6 text-sm">
        <Link to={paths.forgotPassword} className="text-link inline-block py-1">
          {t('Ask for a new link')}
        </Link>
      </p>
    </AuthLayout>
  )
}

function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, showServerErrors, load, errors, isSubmitting } = useForm(
    'resetPassword',
    { initial: { token } },
  )
  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { message } = await call('POST /auth/reset-password', { body: values })
      // Whoever else is signed in here stays who they are.
      await correctSession().catch(() => undefined)
      const state = noticeState({ tone: 'success', text: message })
      await navigate(paths.login, { replace: true, state })
    } catch (error) {
      if (showServerErrors(error)) return
      setFailure({ sentence: explainRequestFailure(error), error })
    }
  })
  return (
    <AuthForm onSubmit={submit} onTouched={load}>
      <PasswordField
        label={t('New Password')}
        hint={t('8 characters or more.')}
        autoComplete="new-password"
        required
        error={errors.password}
        {...register('password', ['confirm_password'])}
      />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        required
        error={errors.confirm_password}
        {...register('confirm_password')}
      />
      <FailureAlert failure={failure} />
      <SubmitButton isBusy={isSubmitting}>{t('Change password')}</SubmitButton>
    </AuthForm>
  )
}
