import { lazy, Suspense, useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { CourseManagement } from './course-management.tsx'
import { createDraftStore } from './draft-store.ts'
import { PaymentDetails } from './payment-details.tsx'

const MoneyDesk = lazy(async () => {
  const { MoneyDesk } = await import('../../desk/screens/money-desk.tsx')
  return { default: MoneyDesk }
})

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Dashboard', path: paths.admin })

export default function AdminScreen() {
  return <RequireSession admin>{({ user }) => <AdminDashboard adminId={user.id} />}</RequireSession>
}

function AdminDashboard({ adminId }: { adminId: string }) {
  const [search, setSearch] = useSearchParams()
  // Outlives the form: neither a look at the payments nor a reload costs a half-written course.
  const [drafts] = useState(() => createDraftStore(adminId, () => sessionStorage))
  return (
    <div className="page-width py-8 sm:py-10">
      <h1 className="text-3xl">Admin Dashboard</h1>
      <div className="mt-4">
        <Tabs
          label="Admin Dashboard"
          chosen={readTab(search.get('tab'))}
          onChoose={(tab) => setSearch(tab === 'courses' ? {} : { tab }, { replace: true })}
          tabs={[
            {
              name: 'courses',
              label: 'Course Management',
              panel: <CourseManagement drafts={drafts} />,
            },
            { name: 'payments', label: 'Payment Details', panel: <PaymentDetails /> },
            {
              name: 'money',
              label: 'Money',
              panel: (
                <Suspense fallback={<Skeleton label="Opening the money desk" className="h-96" />}>
                  <MoneyDesk />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
    </div>
  )
}

function readTab(text: string | null): 'courses' | 'payments' | 'money' {
  return text === 'payments' || text === 'money' ? text : 'courses'
}
