import { lazy, Suspense, useState } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import { leaveOut } from '../../../http/web/leave-out.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { useNotice } from '../../../ui/notice.ts'
import { pageMeta } from '../../../ui/page-meta.ts'
import { rich } from '../../../ui/rich.tsx'
import { useIsSessionKnown } from '../../../ui/session.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { explainLoginFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import { GoogleButton } from './google-button.tsx'
import { IntendedCourse } from './intended-course.tsx'
import { logIn, readAdminMark } from './queries.ts'
import { SignedInNote } from './signed-in-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useEnter } from './use-enter.ts'
import { useForm } from './use-form.ts'
import { useIntention } from './use-intention.ts'
import { readLoginChallenge, useSecondStep } from './use-second-step.ts'

const SecondStepForm = lazy(() => import('./security/second-step-form.tsx'))

const PasskeyLogin = lazy(() => import('./security/passkey-login.tsx').catch(leaveOut))

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Login'),
    description: t('Log in to continue your courses.'),
    path: paths.login,
  })

/** A newcomer who wants to buy is offered the sign-up first (docs/decisions/0035). */
export default function LoginScreen() {
  const notice = useNotice()
  const location = useLocation()
  const intention = useIntention()
  const isNewcomer = intention?.isReturning === false
  const challenge = useIsSessionKnown() ? readLoginChallenge(location) : null
  const signUp = { to: paths.signup + location.search, state: location.state as unknown }
  const signup = <Link {...signUp} className="text-link" />
  const leadOfKnown =
    intention === null
      ? rich('New here? <signup>Sign up</signup>', { signup })
      : rich(
          'Your session has ended. After the login, the payment opens by itself. New here? <signup>Sign up</signup>',
          { signup },
        )
  if (challenge !== null) {
    return (
      <AuthLayout
        heading={t('Your second step')}
        lead={t('Your account asks for a code besides the password.')}
      >
        <Suspense fallback={<Skeleton label={t('Loading')} className="h-64" />}>
          <SecondStepForm key={challenge} challenge={challenge} />
        </Suspense>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      heading={isNewcomer ? t('Sign up or log in') : t('Login')}
      lead={isNewcomer ? t('After that, the payment opens by itself.') : leadOfKnown}
    >
      <div className="grid gap-6">
        {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
        <SignedInNote />
        <IntendedCourse intention={intention} />
        {isNewcomer && (
          <>
            <LinkButton {...signUp}>{t('Sign up')}</LinkButton>
            <h2 className="text-xl">{t('Already have an account? Log in')}</h2>
          </>
        )}
        <LoginForm />
      </div>
      <div className="mt-6 min-h-11 empty:hidden">
        <Suspense>
          <PasskeyLogin />
        </Suspense>
      </div>
      <GoogleButton purpose="login" />
    </AuthLayout>
  )
}

function LoginForm() {
  const enter = useEnter('login')
  const location = useLocation()
  const goOnToSecondStep = useSecondStep()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, load, errors, isSubmitting } = useForm('login')
  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      await enter(await logIn(values))
    } catch (error) {
      if (await goOnToSecondStep(error)) return
      setFailure({ sentence: explainLoginFailure(error), error })
    }
  })
  return (
    <AuthForm
      onSubmit={submit}
      onTouched={() => {
        load()
        void readAdminMark()
      }}
    >
      <TextField
        label={t('Email')}
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        required
        error={errors.email}
        {...register('email')}
      />
      <div>
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          required
          error={errors.password}
          {...register('password')}
        />
        <p className="mt-2 text-sm">
          <Link
            to={paths.forgotPassword}
            state={location.state}
            className="text-link inline-block py-1"
          >
            {t('Forgot password?')}
          </Link>
        </p>
      </div>
      <FailureAlert failure={failure} />
      <SubmitButton isBusy={isSubmitting}>{t('Login')}</SubmitButton>
    </AuthForm>
  )
}
