import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRights } from '../../domains/staff/web/use-rights.ts'
import { t } from '../../shared/i18n/translate.ts'
import { type Tab, Tabs } from '../../ui/controls/tabs.tsx'
import { useSession } from '../../ui/session.ts'
import { CourseManagement } from './course-management.tsx'
import { createDraftStore } from './draft-store.ts'
import { PaymentDetails } from './payment-details.tsx'

type TabName = 'courses' | 'payments'

/** The two tabs of the dashboard, as far as the role opens them. */
export function AdminDashboard() {
  const [search, setSearch] = useSearchParams()
  const { may } = useRights()
  const adminId = useSession()?.user.id ?? ''
  // Outlives the form: neither a look at the payments nor a reload costs a half-written course.
  const [drafts] = useState(() => createDraftStore(adminId, () => sessionStorage))
  const tabs: Tab<TabName>[] = []
  if (may('courses')) {
    const panel = <CourseManagement drafts={drafts} />
    tabs.push({ name: 'courses', label: t('Course Management'), panel })
  }
  if (may('orders')) {
    tabs.push({ name: 'payments', label: t('Payment Details'), panel: <PaymentDetails /> })
  }
  const asked: TabName = search.get('tab') === 'payments' ? 'payments' : 'courses'
  const chosen = tabs.find(({ name }) => name === asked) ?? tabs[0]
  if (!chosen) return null
  return (
    <Tabs
      label={t('Admin Dashboard')}
      chosen={chosen.name}
      onChoose={(tab) => setSearch(tab === 'courses' ? {} : { tab }, { replace: true })}
      tabs={tabs}
    />
  )
}
