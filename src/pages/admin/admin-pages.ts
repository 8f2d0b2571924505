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
    Screen: lazy(() => import('../../domains/analytics/web/analytics-page.tsx')),
  },
  {
    name: 'money',
    label: msg('Finance'),
    group: msg('Sales'),
    rights: ['orders'],
    Screen: lazy(() => import('../../domains/finance/web/finance-page.tsx')),
  },
  {
    name: 'offers',
    label: msg('Offers'),
    group: msg('Sales'),
    rights: ['offers'],
    Screen: lazy(() => import('../../domains/offers/web/offers-page.tsx')),
  },
  {
    name: 'tax',
    label: msg('Tax'),
    group: msg('Sales'),
    rights: ['tax'],
    Screen: lazy(() => import('../../domains/tax/web/tax-page.tsx')),
  },
  {
    name: 'learners',
    label: msg('Learners'),
    group: msg('People'),
    rights: ['people'],
    Screen: lazy(() => import('../../domains/learners/web/learners-page.tsx')),
  },
  {
    name: 'complaints',
    label: msg('Complaints'),
    group: msg('People'),
    rights: ['people'],
    Screen: lazy(() => import('../../domains/complaints/web/complaints-page.tsx')),
  },
  {
    name: 'questions',
    label: msg('Questions'),
    group: msg('People'),
    rights: ['courses'],
    Screen: lazy(() => import('../../domains/discussion/web/questions-page.tsx')),
  },
  {
    name: 'assignments',
    label: msg('Assignments'),
    group: msg('People'),
    rights: ['courses'],
    Screen: lazy(() => import('../../domains/assignments/web/submissions-page.tsx')),
  },
  {
    name: 'reviews',
    label: msg('Reviews'),
    group: msg('People'),
    rights: ['courses'],
    Screen: lazy(() => import('../../domains/reviews/web/reviews-page.tsx')),
  },
  {
    name: 'letters',
    label: msg('Campaigns'),
    group: msg('People'),
    rights: ['letters'],
    Screen: lazy(() => import('../../domains/campaigns/web/campaigns-page.tsx')),
  },
  {
    name: 'pages',
    label: msg('Pages'),
    group: msg('Academy'),
    rights: ['settings'],
    Screen: lazy(() => import('../../domains/content/web/editor/pages-page.tsx')),
  },
  {
    name: 'look',
    label: msg('Look'),
    group: msg('Academy'),
    rights: ['settings'],
    Screen: lazy(() => import('../../domains/look/web/look-page.tsx')),
  },
  {
    name: 'staff',
    label: msg('Staff'),
    group: msg('Academy'),
    rights: ['staff'],
    Screen: lazy(() => import('../../domains/staff/web/staff-page.tsx')),
  },
  {
    name: 'audit',
    label: msg('Audit log'),
    group: msg('Academy'),
    rights: ['audit'],
    Screen: lazy(() => import('../../domains/staff/web/audit-page.tsx')),
  },
  {
    name: 'settings',
    label: msg('Settings'),
    group: 'Academy',
    rights: ['settings'],
    Screen: lazy(() => import('../../domains/site/web/settings-page.tsx')),
  },
  {
    name: 'setup',
    label: msg('Set up your academy'),
    group: msg('Academy'),
    rights: ['settings'],
    isUnlisted: true,
    Screen: lazy(() => import('../../domains/operations/web/first-run/setup-page.tsx')),
  },
  {
    name: 'checklist',
    label: msg('Checklist'),
    group: msg('Academy'),
    rights: ['settings'],
    Screen: lazy(() => import('../../domains/operations/web/checklist-page.tsx')),
  },
]

export function adminPath({ name }: Pick<AdminPage, 'name'>): string {
  return name === '' ? paths.admin : `${paths.admin}/${name}`
}
