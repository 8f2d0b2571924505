import { lazy, Suspense } from 'react'
import { Link, type MetaFunction, useSearchParams } from 'react-router'
import { PaymentsTab } from '../../domains/checkout/web/payments-tab.tsx'
import { MyCoursesTab } from '../../domains/learning/web/my-courses-tab.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { useNotice } from '../../ui/notice.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Session } from '../../ui/session.ts'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('My Account'), path: paths.myCourses })

export default function MyAccountScreen() {
  return <RequireSession>{({ user }) => <MyAccount user={user} />}</RequireSession>
}

/** Views of their own beside the tabs, under the same address: a route would cost every page's first load. */
const detailsAddress = '?tab=details'
const privacyAddress = '?tab=privacy'
const notesAddress = '?tab=notes'
const assignmentsAddress = '?tab=assignments'
const keptAddress = '?tab=kept'
const planAddress = '?tab=plan'

const AccountDetails = lazy(async () => {
  const { AccountDetails } = await import('./account-details.tsx')
  return { default: AccountDetails }
})

const MyNotes = lazy(async () => {
  const { MyNotes } = await import('../../domains/notes/web/my-notes.tsx')
  return { default: MyNotes }
})

const MyAssignments = lazy(async () => {
  const { MyAssignments } = await import('../../domains/assignments/web/my-assignments.tsx')
  return { default: MyAssignments }
})

const KeptLessons = lazy(async () => {
  const { KeptLessons } = await import('../../domains/learning/web/offline/kept-lessons.tsx')
  return { default: KeptLessons }
})

const StudyPlan = lazy(async () => {
  const { StudyPlan } = await import('../../domains/reminders/web/study-plan.tsx')
  return { default: StudyPlan }
})

const PrivacyTab = lazy(async () => {
  const { PrivacyTab } = await import('./privacy-tab.tsx')
  return { default: PrivacyTab }
})

function MyAccount({ user }: Pick<Session, 'user'>) {
  const notice = useNotice()
  const [query, setQuery] = useSearchParams()
  const tab = query.get('tab')
  return (
    <div className="page-width py-10">
      <h1 className="text-3xl sm:text-4xl">{t('My Account')}</h1>
      <p className="mt-2 text-ink-soft">
        {user.name}, <span className="wrap-anywhere">{user.email}</span>
      </p>
      <p className="mt-1 text-sm print:hidden">
        {['details', 'privacy', 'notes', 'assignments', 'kept', 'plan'].includes(tab ?? '') ? (
          <Link to={paths.myCourses} className="text-link inline-block py-1">
            {t('Back to My Courses')}
          </Link>
        ) : (
          <>
            <Link to={detailsAddress} className="text-link me-5 inline-block py-1">
              {t('Change name, phone, password or mails')}
            </Link>
            <Link to={privacyAddress} className="text-link me-5 inline-block py-1">
              {t('Your data')}
            </Link>
            <Link to={notesAddress} className="text-link me-5 inline-block py-1">
              {t('Your notes')}
            </Link>
            <Link to={assignmentsAddress} className="text-link me-5 inline-block py-1">
              {t('Your assignments')}
            </Link>
            <Link to={keptAddress} className="text-link me-5 inline-block py-1">
              {t('Kept on this device')}
            </Link>
            <Link to={planAddress} className="text-link inline-block py-1">
              {t('Your week')}
            </Link>
          </>
        )}
      </p>
      {notice && (
        <div className="mt-6">
          <Alert
            tone={notice.tone}
            isUrgent={notice.tone !== 'success'}
            detail={notice.detail}
            action={notice.link && <LinkButton to={notice.link.to}>{notice.link.label}</LinkButton>}
          >
            {notice.text}
          </Alert>
        </div>
      )}
      <div className="mt-8">
        {tab === 'details' ? (
          <Suspense fallback={<Skeleton label={t('Loading your details')} className="h-96" />}>
            <AccountDetails />
          </Suspense>
        ) : tab === 'notes' ? (
          <Suspense fallback={<Skeleton label={t('Loading your notes')} className="h-96" />}>
            <MyNotes />
          </Suspense>
        ) : tab === 'assignments' ? (
          <Suspense fallback={<Skeleton label={t('Loading your assignments')} className="h-96" />}>
            <MyAssignments />
            </Suspense>
        ) : tab === 'kept' ? (
          <Suspense fallback={<Skeleton label={t('Loading what is kept')} className="h-96" />}>
            <KeptLessons />
            </Suspense>
        ) : tab === 'plan' ? (
          <Suspense fallback={<Skeleton label={t('Loading your plan')} className="h-96" />}>
            <StudyPlan />
          </Suspense>
        ) : tab === 'privacy' ? (
          <Suspense fallback={<Skeleton label={t('Loading your data')} className="h-96" />}>
            <PrivacyTab />
          </Suspense>
        ) : (
          <Tabs
            label={t('My Account')}
            chosen={tab === 'payments' ? 'payments' : 'courses'}
            onChoose={(chosen) =>
              setQuery(chosen === 'payments' ? { tab: chosen } : {}, {
                replace: true,
                preventScrollReset: true,
              })
            }
            tabs={[
              { name: 'courses', label: t('My Courses'), panel: <MyCoursesTab /> },
              { name: 'payments', label: t('Payment History'), panel: <PaymentsTab /> },
            ]}
          />
        )}
      </div>
    </div>
  )
}
