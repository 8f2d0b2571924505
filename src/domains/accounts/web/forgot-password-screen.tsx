import { useState } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { pageMeta } from '../../../ui/page-meta.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { explainRequestFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('Forgot your password?'), path: paths.forgotPassword })

export default function ForgotPasswordScreen() {
  const location = useLocation()
  const [answer, setAnswer] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, load, errors, isSubmitting } = useForm('forgotPassword')
  const submit = handleSubmit(async ({ email }) => {
    setFailure(null)
    setAnswer(null)
    try {
      setAnswer((await call('POST /auth/forgot-password', { body: { email } })).message)
    } catch (error) {
      setFailure({ sentence: explainRequestFailure(error), error })
    }
  })
  return (
    <AuthLayout
      heading={t('Forgot your password?')}
      lead={t('Tell us your e-mail address, and we send you a link for choosing a new one.')}
    >
      <AuthForm onSubmit={submit} onTouched={load}>
        <TextField
          label={t('Email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          error={errors.email}
          {...register('email')}
        />
        {answer !== null && (
          <Alert tone="success">
            <p>{answer}</p>
            <p className="text-sm">{t('It works once, for 30 minutes.')}</p>
          </Alert>
        )}
        <FailureAlert failure={failure} />
        <SubmitButton isBusy={isSubmitting}>{t('Send the link')}</SubmitButton>
      </AuthForm>
      <p className="mt-6 text-sm">
        <Link to={paths.login} state={location.state} className="text-link inline-block py-1">
          {t('Back to login')}
        </Link>
      </p>
    </AuthLayout>
  )
}
