import { lazy, Suspense, useState } from 'react'
import { Link, type MetaFunction, useSearchParams } from 'react-router'
import { PaymentsTab } from '../../domains/checkout/web/payments-tab.tsx'
import { MyCoursesTab } from '../../domains/learning/web/my-courses-tab.tsx'
import { paths } from '../../paths.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { takeFocus } from '../../ui/layout/hold-focus.ts'
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
const views = {
  details: {
    link: msg('Change name, phone, password or mails'),
    loading: msg('Loading your details'),
    View: lazy(() => import('./account-details.tsx')),
  },
  privacy: {
    link: msg('Your data'),
    loading: msg('Loading your data'),
    View: lazy(() => import('./privacy-tab.tsx')),
  },
  notes: {
    link: msg('Your notes'),
    loading: msg('Loading your notes'),
    View: lazy(() => import('../../domains/notes/web/my-notes.tsx')),
  },
  assignments: {
    link: msg('Your assignments'),
    loading: msg('Loading your assignments'),
    View: lazy(() => import('../../domains/assignments/web/my-assignments.tsx')),
  },
  plan: {
    link: msg('Your week'),
    loading: msg('Loading your plan'),
    View: lazy(() => import('../../domains/reminders/web/study-plan.tsx')),
  },
  kept: {
    link: msg('Kept on this device'),
    loading: msg('Loading what is kept'),
    View: lazy(() => import('../../domains/learning/web/offline/kept-lessons.tsx')),
  },
}

function MyAccount({ user }: Pick<Session, 'user'>) {
  const notice = useNotice()
  const [query, setQuery] = useSearchParams()
  // The link that led to a view goes with its own press.
  const [wasLed, setWasLed] = useState(false)
  const tab = query.get('tab')
  const view = Object.entries(views).find(([name]) => name === tab)?.[1]
  return (
    <div className="page-width py-10">
      <h1 className="text-3xl sm:text-4xl">{t('My Account')}</h1>
      <p className="mt-2 text-ink-soft">
        {user.name}, <span className="wrap-anywhere">{user.email}</span>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-sm print:hidden">
        {view ? (
          <Link
            to={paths.myCourses}
            onClick={() => setWasLed(true)}
            className="text-link inline-block py-2 lg:py-1"
          >
            {t('Back to My Courses')}
          </Link>
        ) : (
          Object.entries(views).map(([name, { link }]) => (
            <Link
              key={name}
              to={`?tab=${name}`}
              onClick={() => setWasLed(true)}
              className="text-link inline-block py-2 lg:py-1"
            >
              {t(link)}
            </Link>
          ))
        )}
      </p>
      {notice && (
        <Alert
          className="mt-6"
          tone={notice.tone}
          isUrgent={notice.tone !== 'success'}
          detail={notice.detail}
          action={notice.link && <LinkButton to={notice.link.to}>{notice.link.label}</LinkButton>}
        >
          {notice.text}
        </Alert>
      )}
      <div
        key={view ? tab : 'tabs'}
        ref={wasLed ? takeFocus : null}
        tabIndex={-1}
        className="mt-8 outline-none"
      >
        {view ? (
          <Suspense fallback={<Skeleton label={t(view.loading)} className="h-96" />}>
            <view.View />
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
