import { useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { CourseDraft } from './course-draft.ts'
import { CourseManagement } from './course-management.tsx'
import { PaymentDetails } from './payment-details.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Dashboard', path: paths.admin })

export default function AdminScreen() {
  return <RequireSession admin>{() => <AdminDashboard />}</RequireSession>
}

function AdminDashboard() {
  const [search, setSearch] = useSearchParams()
  // Outlives the form: a look at the payments must not cost a half-written course.
  const [draft, setDraft] = useState<CourseDraft | null>(null)
  return (
    <div className="page-width py-8 sm:py-10">
      <h1 className="text-3xl">Admin Dashboard</h1>
      <div className="mt-4">
        <Tabs
          label="Admin Dashboard"
          chosen={search.get('tab') === 'payments' ? 'payments' : 'courses'}
          onChoose={(tab) => setSearch(tab === 'courses' ? {} : { tab }, { replace: true })}
          tabs={[
            {
              name: 'courses',
              label: 'Course Management',
              panel: <CourseManagement draft={draft} onDraft={setDraft} />,
            },
            { name: 'payments', label: 'Payment Details', panel: <PaymentDetails /> },
          ]}
        />
      </div>
    </div>
  )
}
