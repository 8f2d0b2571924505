import { type ComponentType, lazy } from 'react'
import type { Right } from '../../http/rights.ts'
import { paths } from '../../paths.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { AdminDashboard } from './admin-dashboard.tsx'

export const adminPageGroups = [msg('Work'), msg('Sales'), msg('People'), msg('Academy')] as const

export interface AdminPage {
  /** In the address, below `/admin`; empty: `/admin` itself. */
  name: string
  label: string
  group: (typeof adminPageGroups)[number]
  /** Any of these opens it. */
  rights: readonly Right[]
  Screen: ComponentType
  /** No place of the navigation: another page leads there. */
  isUnlisted?: true
}

/**
 * The parts of the office, in the order of its navigation. All are one route, as each route costs
 * every page's first load; all but the dashboard come with scripts of their own. A new part is a line here.
 */
export const adminPages: readonly AdminPage[] = [
  {
    name: '',
    label: msg('Admin Dashboard'),
    group: msg('Work'),
    rights: ['courses', 'orders'],
    Screen: AdminDashboard,
  },
  {
    name: 'insight',
    label: msg('Analytics'),
    group: msg('Sales'),
    rights: ['insight'],
    Screen: lazy(async () => {
      const { AnalyticsPage } = await import('../../domains/analytics/web/analytics-page.tsx')
      return { default: AnalyticsPage }
    }),
  },
  {
    name: 'money',
    label: msg('Finance'),
    group: msg('Sales'),
    rights: ['orders'],
    Screen: lazy(async () => {
      const { FinancePage } = await import('../../domains/finance/web/finance-page.tsx')
      return { default: FinancePage }
    }),
  },
  {
    name: 'offers',
    label: msg('Offers'),
    group: msg('Sales'),
    rights: ['offers'],
    Screen: lazy(async () => {
      const { OffersPage } = await import('../../domains/offers/web/offers-page.tsx')
      return { default: OffersPage }
    }),
  },
  {
    name: 'tax',
    label: msg('Tax'),
    group: msg('Sales'),
    rights: ['tax'],
    Screen: lazy(async () => {
      const { TaxPage } = await import('../../domains/tax/web/tax-page.tsx')
      return { default: TaxPage }
    }),
  },
  {
    name: 'learners',
    label: msg('Learners'),
    group: msg('People'),
    rights: ['people'],
    Screen: lazy(async () => {
      const { LearnersPage } = await import('../../domains/learners/web/learners-page.tsx')
      return { default: LearnersPage }
    }),
  },
  {
    name: 'complaints',
    label: msg('Complaints'),
    group: msg('People'),
    rights: ['people'],
    Screen: lazy(async () => {
      const { ComplaintsPage } = await import('../../domains/complaints/web/complaints-page.tsx')
      return { default: ComplaintsPage }
    }),
  },
  {
    name: 'questions',
    label: msg('Questions'),
    group: msg('People'),
    rights: ['courses'],
    Screen: lazy(async () => {
      const { QuestionsPage } = await import('../../domains/discussion/web/questions-page.tsx')
      return { default: QuestionsPage }
    }),
  },
  {
    name: 'assignments',
    label: msg('Assignments'),
    group: msg('People'),
    rights: ['courses'],
    Screen: lazy(async () => {
      const { SubmissionsPage } = await import('../../domains/assignments/web/submissions-page.tsx')
      return { default: SubmissionsPage }
    }),
  },
  {
    name: 'reviews',
    label: msg('Reviews'),
    group: msg('People'),
    rights: ['courses'],
    Screen: lazy(async () => {
      const { ReviewsPage } = await import('../../domains/reviews/web/reviews-page.tsx')
      return { default: ReviewsPage }
    }),
  },
  {
    name: 'letters',
    label: msg('Campaigns'),
    group: msg('People'),
    rights: ['letters'],
    Screen: lazy(async () => {
      const { CampaignsPage } = await import('../../domains/campaigns/web/campaigns-page.tsx')
      return { default: CampaignsPage }
    }),
  },
  {
    name: 'pages',
    label: msg('Pages'),
    group: msg('Academy'),
    rights: ['settings'],
    Screen: lazy(async () => {
      const { PagesPage } = await import('../../domains/content/web/editor/pages-page.tsx')
      return { default: PagesPage }
    }),
  },
  {
    name: 'look',
    label: msg('Look'),
    group: msg('Academy'),
    rights: ['settings'],
    Screen: lazy(async () => {
      const { LookPage } = await import('../../domains/look/web/look-page.tsx')
      return { default: LookPage }
    }),
  },
  {
    name: 'staff',
    label: msg('Staff'),
    group: msg('Academy'),
    rights: ['staff'],
    Screen: lazy(async () => {
      const { StaffPage } = await import('../../domains/staff/web/staff-page.tsx')
      return { default: StaffPage }
    }),
  },
  {
    name: 'audit',
    label: msg('Audit log'),
    group: msg('Academy'),
    rights: ['audit'],
    Screen: lazy(async () => {
      const { AuditPage } = await import('../../domains/staff/web/audit-page.tsx')
      return { default: AuditPage }
    }),
  },
  {
    name: 'settings',
    label: msg('Settings'),
    group: 'Academy',
    rights: ['settings'],
    Screen: lazy(async () => {
      const { SettingsPage } = await import('../../domains/site/web/settings-page.tsx')
      return { default: SettingsPage }
    }),
  },
  {
    name: 'setup',
    label: msg('Set up your academy'),
    group: msg('Academy'),
    rights: ['settings'],
    isUnlisted: true,
    Screen: lazy(async () => {
      const { SetupPage } = await import('../../domains/operations/web/first-run/setup-page.tsx')
      return { default: SetupPage }
    }),
  },
  {
    name: 'checklist',
    label: msg('Checklist'),
    group: msg('Academy'),
    rights: ['settings'],
    Screen: lazy(async () => {
      const { ChecklistPage } = await import('../../domains/operations/web/checklist-page.tsx')
      return { default: ChecklistPage }
    }),
  },
]

export function adminPath({ name }: Pick<AdminPage, 'name'>): string {
  return name === '' ? paths.admin : `${paths.admin}/${name}`
}
