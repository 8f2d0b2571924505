import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { noticeState } from '../../../ui/notice.ts'
import { AuthForm } from './auth-form.tsx'
import { explainVerificationFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import { ResendCode } from './resend-code.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useEnter } from './use-enter.ts'
import { useForm } from './use-form.ts'

/** Six digits are sent by themselves after this pause. */
const pauseInMs = 1_000

/** Takes the mailed code, signs in and goes on: to the start page, if nowhere else. */
export default function VerificationForm({ email }: { email: string }) {
  const enter = useEnter('signup')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [lastTried, setLastTried] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const { register, handleSubmit, load, focus, errors, isSubmitting } = useForm('verification', {
    onChange: (_name, value) => setCode(value),
  })
  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    setLastTried(code)
    try {
      const session = await call('POST /auth/verify', { body: { email, verification_code: code } })
      if (session.auto_login) return await enter(session)
      const text = t('Your account is open. Please log in.')
      await navigate(paths.login, { state: noticeState({ tone: 'success', text }) })
    } catch (error) {
      setFailure({ sentence: explainVerificationFailure(error), error })
      focus('code', code)
    }
  })

  const isReadyToSend = /^\d{6}$/.test(code) && code !== lastTried && !isSubmitting
  const submitByItself = useEffectEvent(() => submit())
  useEffect(() => {
    if (!isReadyToSend) return
    const pause = window.setTimeout(() => submitByItself(), pauseInMs)
    return () => window.clearTimeout(pause)
  }, [isReadyToSend])

  const focusCode = useEffectEvent(() => focus('code'))
  useEffect(() => focusCode(), [])

  return (
    <AuthForm onSubmit={submit} onTouched={load}>
      <CodeField
        label={t('Verification Code')}
        hint={t('It is valid for 15 minutes. Please check your spam folder too.')}
        required
        error={errors.code}
        {...register('code')}
      />
      <FailureAlert failure={failure} />
      <SubmitButton isBusy={isSubmitting}>{t('Verify')}</SubmitButton>
      <ResendCode email={email} />
    </AuthForm>
  )
}
