import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { AuthForm } from '../auth-form.tsx'
import { explainLoginFailure } from '../explain-failure.ts'
import { type Failure, FailureAlert } from '../failure-alert.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { useEnter } from '../use-enter.ts'
import { useForm } from '../use-form.ts'
import { SecondCodeField } from './second-code-field.tsx'

/** The second step of a log-in, where the first one was taken. */
export default function SecondStepForm({ challenge }: { challenge: string }) {
  const enter = useEnter('login')
  const { search, state } = useLocation()
  const [isRecovery, setIsRecovery] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, load, focus, errors, isSubmitting } = useForm('secondStep')
  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      await enter(await call('POST /auth/second-step', { body: { challenge, code } }))
    } catch (error) {
      setFailure({ sentence: explainLoginFailure(error), error })
      focus('code', code)
    }
  })

  const focusCode = useEffectEvent(() => focus('code'))
  useEffect(() => focusCode(), [])

  return (
    <AuthForm onSubmit={submit} onTouched={load}>
      <SecondCodeField
        isRecovery={isRecovery}
        onSwitch={() => {
          flushSync(() => setIsRecovery(!isRecovery))
          focus('code')
        }}
        required
        error={errors.code}
        {...register('code')}
      />
      <FailureAlert failure={failure} />
      <SubmitButton isBusy={isSubmitting}>{t('Login')}</SubmitButton>
      <p className="text-sm">
        <Link
          to={paths.login + search}
          replace
          state={{ ...Object(state), challenge: undefined }}
          className="text-link inline-block py-1"
        >
          {t('Back to login')}
        </Link>
      </p>
    </AuthForm>
  )
}
