import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { pageMeta } from '../../../ui/page-meta.ts'
import { rich } from '../../../ui/rich.tsx'
import { useIsSessionKnown } from '../../../ui/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { GoogleButton } from './google-button.tsx'
import { IntendedCourse } from './intended-course.tsx'
import { SignedInNote } from './signed-in-note.tsx'
import { SignupForm } from './signup-form.tsx'
import { useForm } from './use-form.ts'
import { useIntention } from './use-intention.ts'
import { stateField } from './where-to-go.ts'

const VerificationForm = lazy(() => import('./verification-form.tsx'))

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Sign Up'),
    description: t('Open an account to buy courses, watch them and earn certificates.'),
    path: paths.signup,
  })

/**
 * The account form, then the code that was mailed. Which of them is shown stands in the history, so
 * that going back leads to the form, and a phone that dropped the page shows the code's field again.
 */
export default function SignupScreen() {
  const form = useForm('signUp')
  const [wantsNews, setWantsNews] = useState(false)
  const location = useLocation()
  const navigate = useNavigate()
  const isReady = useIsSessionKnown()
  const email = isReady ? stateField(location.state, 'verifying') : null
  const next = stateField(location.state, 'next')
  const intention = useIntention()
  const formState = next === null ? null : { next, intention }

  const lastEmail = useRef(email)
  const focusName = useEffectEvent(() => form.focus('name'))
  useEffect(() => {
    if (lastEmail.current !== null && email === null) focusName()
    lastEmail.current = email
  }, [email])

  if (email !== null) {
    return (
      <AuthLayout
        heading={t('Check your e-mail')}
        lead={rich('We have sent a 6-digit code to <strong>{email}</strong>.', {
          strong: <strong className="wrap-anywhere text-ink" />,
          email,
        })}
      >
        <div className="grid gap-6">
          <IntendedCourse intention={intention} />
          <Suspense fallback={<Skeleton label={t('One moment')} className="h-52" />}>
            <VerificationForm key={email} email={email} />
          </Suspense>
        </div>
        <p className="mt-6 text-sm">
          <Link
            to={paths.signup + location.search}
            state={formState}
            className="text-link inline-block py-1"
          >
            {t('Back to signup')}
          </Link>
        </p>
      </AuthLayout>
    )
  }

  return (
    <AuthLayout
      heading={t('Create your account')}
      lead={rich('Already have an account? <login>Log in</login>', {
        login: <Link to={paths.login + location.search} state={formState} className="text-link" />,
      })}
    >
      <div className="grid gap-6">
        <SignedInNote />
        <IntendedCourse intention={intention} />
        <SignupForm
          form={form}
          wantsNews={wantsNews}
          onNews={setWantsNews}
          onMailed={(verifying) =>
            navigate(paths.signup + location.search, { state: { ...formState, verifying } })
          }
        />
      </div>
      <GoogleButton purpose="signup" />
    </AuthLayout>
  )
}
