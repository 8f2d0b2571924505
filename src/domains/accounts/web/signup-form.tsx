import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { rich } from '../../../ui/rich.tsx'
import { AuthForm } from './auth-form.tsx'
import { explainSignUpFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import type { SignUpInput } from './queries.ts'
import { SubmitButton } from './submit-button.tsx'
import type { Form } from './use-form.ts'

interface SignupFormProps {
  /** Held by the screen, so that what was typed is still there after a look at the next step. */
  form: Form<SignUpInput>
  /** Held by the screen too; no yes unless somebody ticks it. */
  wantsNews: boolean
  onNews: (wantsNews: boolean) => void
  /** The code is on its way to this address. */
  onMailed: (email: string) => void | Promise<void>
}

export function SignupForm({ form, wantsNews, onNews, onMailed }: SignupFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, showServerErrors, load, errors, isSubmitting } = form
  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { email } = await call('POST /auth/signup', {
        body: { ...values, wants_news: wantsNews },
      })
      await onMailed(email)
    } catch (error) {
      if (showServerErrors(error)) return
      setFailure({ sentence: explainSignUpFailure(error), error })
    }
  })

  return (
    <AuthForm onSubmit={submit} onTouched={load}>
      <TextField
        label={t('Full Name')}
        hint={t('As it should appear on your certificates, in any script.')}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={100}
        required
        error={errors.name}
        {...register('name')}
      />
      <TextField
        label={t('Email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        error={errors.email}
        {...register('email')}
      />
      <PasswordField
        label={t('Password')}
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
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          defaultChecked={wantsNews}
          onChange={(event) => onNews(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-ink"
        />
        <span>
          {t('Mail me news and offers')}
          <span className="block text-sm text-ink-soft">
            {t('You can say no again at any time.')}
          </span>
        </span>
      </label>
      <FailureAlert failure={failure} />
      <SubmitButton isBusy={isSubmitting}>{t('Sign Up')}</SubmitButton>
      <p className="text-sm text-ink-soft">
        {rich(
          'By signing up you agree to our <terms>terms</terms> and our <privacy>privacy notice</privacy>.',
          {
            terms: <Link to={paths.terms} className="text-link" />,
            privacy: <Link to={paths.privacy} className="text-link" />,
          },
        )}
      </p>
    </AuthForm>
  )
}
