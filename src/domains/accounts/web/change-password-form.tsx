import { useState } from 'react'
import { Link } from 'react-router'
import type { BodyOf } from '../../../http/endpoint.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import type { changePassword } from '../contract.ts'
import { AuthForm } from './auth-form.tsx'
import { explainRequestFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

export function ChangePasswordForm({ email }: { email: string }) {
  const [answer, setAnswer] = useState<{ message: string } | null>(null)
  const [changes, setChanges] = useState(0)
  return (
    <>
      {answer !== null && (
        // The button that had the focus is gone with the old form.
        <div ref={takeFocus} tabIndex={-1} className="mb-5">
          <Alert tone="success" isUrgent>
            {answer.message}
          </Alert>
        </div>
      )}
      <PasswordFields
        key={changes}
        email={email}
        onBegin={() => setAnswer(null)}
        onChanged={(message) => {
          setAnswer({ message })
          setChanges(changes + 1)
        }}
      />
    </>
  )
}

interface PasswordFieldsProps {
  email: string
  onBegin: () => void
  onChanged: (message: string) => void
}

function PasswordFields({ email, onBegin, onChanged }: PasswordFieldsProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync: change } = useMutation({
    mutationFn: (body: BodyOf<typeof changePassword>) =>
      call('POST /auth/change-password', { body }),
  })
  const { register, handleSubmit, showServerErrors, load, errors, isSubmitting } =
    useForm('changePassword')
  const submit = handleSubmit(async (values) => {
    onBegin()
    setFailure(null)
    try {
      const { message } = await change(values)
      onChanged(message)
    } catch (error) {
      if (showServerErrors(error)) return
      setFailure({ sentence: explainRequestFailure(error), error })
    }
  })
  return (
    <AuthForm onSubmit={submit} onTouched={load}>
      {/* Tells a password manager whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div>
        <PasswordField
          label={t('Current Password')}
          autoComplete="current-password"
          required
          error={errors.current_password}
          {...register('current_password')}
        />
        <p className="mt-1 text-sm">
          <Link to={paths.forgotPassword} className="text-link inline-block py-1">
            {t('Forgot your password?')}
          </Link>
        </p>
      </div>
      <PasswordField
        label={t('New Password')}
        hint={t('8 characters or more. Your other devices are logged out.')}
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

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
