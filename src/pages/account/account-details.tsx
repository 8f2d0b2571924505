import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { AccountPart } from '../../domains/accounts/web/account-part.tsx'
import { ChangePasswordForm } from '../../domains/accounts/web/change-password-form.tsx'
import { MailConsentsForm } from '../../domains/accounts/web/mail-consents-form.tsx'
import { OpenSessions } from '../../domains/accounts/web/open-sessions.tsx'
import { ProfileForm } from '../../domains/accounts/web/profile-form.tsx'
import { profileQuery } from '../../domains/accounts/web/profile-queries.ts'
import { ImpersonationList } from '../../domains/learners/web/impersonation-list.tsx'
import { isChildLogin } from '../../domains/representatives/child-domain.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { rich } from '../../ui/rich.tsx'

const StepUpHost = lazy(() => import('../../domains/accounts/web/security/step-up-host.tsx'))

const SecurityDetails = lazy(
  () => import('../../domains/accounts/web/security/security-details.tsx'),
)

const OwnEmailForm = lazy(() => import('../../domains/learners/web/own-email-form.tsx'))

const DiscussionMailsForm = lazy(
  () => import('../../domains/discussion/web/discussion-mails-form.tsx'),
)

const TaxDetails = lazy(() => import('../../domains/checkout/web/tax-details.tsx'))

const JoinAccounts = lazy(() => import('./join-accounts.tsx'))

/** What a person may change about their own account: name, phone, password, mails and State. */
export default function AccountDetails() {
  const { data: profile, isPending, isFetching, refetch } = useQuery(profileQuery)
  if (isPending) return <Skeleton label={t('Loading your details')} className="h-96" />
  if (!profile)
    return (
      <LoadFailure sentence={t('Your details could not be loaded.')} of={{ isFetching, refetch }} />
    )
  const { user, has_password: hasPassword } = profile
  const isChilds = isChildLogin(user.email)
  return (
    <>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <AccountPart heading={t('Your details')}>
          <ProfileForm user={user} />
        </AccountPart>
        {!isChilds && (
          <AccountPart heading={t('E-mail')}>
            <Suspense fallback={<Skeleton label={t('Loading')} className="h-48" />}>
              <OwnEmailForm email={user.email} />
            </Suspense>
          </AccountPart>
        )}
        <AccountPart heading={t('Password')}>
          {hasPassword ? <ChangePasswordForm email={user.email} /> : <NoPassword />}
        </AccountPart>
        <Suspense fallback={<Skeleton label={t('Loading')} className="h-64" />}>
          <SecurityDetails withGoogle={!isChilds} />
        </Suspense>
        <AccountPart heading={t('Where you are logged in')}>
          <OpenSessions />
        </AccountPart>
        <AccountPart heading={t('Colours and language')}>
          <p>
            {rich(
              'You choose both at the foot of every page: <colours>colours</colours> and <language>language</language>. Our mails follow your language.',
              {
                colours: <Link to="?tab=details#theme" className="text-link" />,
                language: <Link to="?tab=details#languages" className="text-link" />,
              },
            )}
          </p>
        </AccountPart>
        <AccountPart heading={t('Mails')}>
          <MailConsentsForm />
          <Suspense>
            <DiscussionMailsForm />
          </Suspense>
        </AccountPart>
        <Suspense
          fallback={<Skeleton label={t('Loading your State and GSTIN')} className="h-32" />}
        >
          <TaxDetails />
        </Suspense>
        {user.role === null && (
          <AccountPart heading={t('Join another account of yours')}>
            <Suspense fallback={<Skeleton label={t('Loading')} className="h-32" />}>
              <JoinAccounts email={user.email} />
            </Suspense>
          </AccountPart>
        )}
      </div>
      <ImpersonationList />
      <Suspense>
        <StepUpHost />
      </Suspense>
    </>
  )
}

function NoPassword() {
  return (
    <>
      <p>
        {t(
          'You log in with Google, so your account has no password yet. If you want one as well, we mail you a link for choosing it.',
        )}
      </p>
      <p className="mt-5">
        <LinkButton to={paths.forgotPassword} variant="secondary">
          {t('Set a password')}
        </LinkButton>
      </p>
    </>
  )
}
