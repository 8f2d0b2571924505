import { useState } from 'react'
import { Link, type MetaFunction, useSearchParams } from 'react-router'
import { checklistPath } from '../../operations/screens/checklist-path.ts'
import { paths } from '../../paths.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { CourseManagement } from './course-management.tsx'
import { createDraftStore } from './draft-store.ts'
import { PaymentDetails } from './payment-details.tsx'

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
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl">Admin Dashboard</h1>
        <Link to={checklistPath} className="text-link">
          Checklist
        </Link>
      </div>
      <div className="mt-4">
        <Tabs
          label="Admin Dashboard"
          chosen={search.get('tab') === 'payments' ? 'payments' : 'courses'}
          onChoose={(tab) => setSearch(tab === 'courses' ? {} : { tab }, { replace: true })}
          tabs={[
            {
              name: 'courses',
              label: 'Course Management',
              panel: <CourseManagement drafts={drafts} />,
            },
            { name: 'payments', label: 'Payment Details', panel: <PaymentDetails /> },
          ]}
        />
      </div>
    </div>
  )
}
