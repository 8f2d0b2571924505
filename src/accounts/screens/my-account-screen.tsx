import { type MetaFunction, useSearchParams } from 'react-router'
import { PaymentsTab } from '../../checkout/screens/payments-tab.tsx'
import { MyCoursesTab } from '../../learning/screens/my-courses-tab.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { useNotice } from '../../ui/notice.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Session } from '../../ui/session.ts'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: 'My Account', path: paths.myCourses })

export default function MyAccountScreen() {
  return <RequireSession>{({ user }) => <MyAccount user={user} />}</RequireSession>
}

function MyAccount({ user }: Pick<Session, 'user'>) {
  const notice = useNotice()
  const [query, setQuery] = useSearchParams()
  return (
    <div className="page-width py-10">
      <h1 className="text-3xl sm:text-4xl">My Account</h1>
      <p className="mt-2 text-ink-soft">
        {user.name}, <span className="wrap-anywhere">{user.email}</span>
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
        <Tabs
          label="My Account"
          chosen={query.get('tab') === 'payments' ? 'payments' : 'courses'}
          onChoose={(tab) =>
            setQuery(tab === 'payments' ? { tab } : {}, { replace: true, preventScrollReset: true })
          }
          tabs={[
            { name: 'courses', label: 'My Courses', panel: <MyCoursesTab /> },
            { name: 'payments', label: 'Payment History', panel: <PaymentsTab /> },
          ]}
        />
      </div>
    </div>
  )
}
