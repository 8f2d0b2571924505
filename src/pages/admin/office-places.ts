import { type ComponentType, lazy } from 'react'
import type { Right } from '../../http/rights.ts'
import { paths } from '../../paths.ts'
import { AdminDashboard } from './admin-dashboard.tsx'

export const officeGroups = ['Work', 'Sales', 'People', 'Academy'] as const

export interface OfficePlace {
  /** In the address, below `/admin`; empty: `/admin` itself. */
  name: string
  label: string
  group: (typeof officeGroups)[number]
  /** Any of these opens it. */
  rights: readonly Right[]
  Screen: ComponentType
}

/**
 * The parts of the office, in the order of its navigation. All are one route, as each route costs
 * every page's first load; all but the dashboard come with scripts of their own. A new part is a line here.
 */
export const officePlaces: readonly OfficePlace[] = [
  {
    name: '',
    label: 'Admin Dashboard',
    group: 'Work',
    rights: ['courses', 'orders'],
    Screen: AdminDashboard,
  },
  {
    name: 'insight',
    label: 'Insight',
    group: 'Sales',
    rights: ['insight'],
    Screen: lazy(async () => {
      const { InsightPage } = await import('../../domains/analytics/web/insight-page.tsx')
      return { default: InsightPage }
    }),
  },
  {
    name: 'money',
    label: 'Money',
    group: 'Sales',
    rights: ['orders'],
    Screen: lazy(async () => {
      const { MoneyDesk } = await import('../../domains/finance/web/money-desk.tsx')
      return { default: MoneyDesk }
    }),
  },
  {
    name: 'offers',
    label: 'Offers',
    group: 'Sales',
    rights: ['offers'],
    Screen: lazy(async () => {
      const { OffersPage } = await import('../../domains/offers/web/offers-page.tsx')
      return { default: OffersPage }
    }),
  },
  {
    name: 'tax',
    label: 'Tax',
    group: 'Sales',
    rights: ['tax'],
    Screen: lazy(async () => {
      const { TaxPage } = await import('../../domains/tax/web/tax-page.tsx')
      return { default: TaxPage }
    }),
  },
  {
    name: 'learners',
    label: 'Learners',
    group: 'People',
    rights: ['people'],
    Screen: lazy(async () => {
      const { LearnersPage } = await import('../../domains/learners/web/learners-page.tsx')
      return { default: LearnersPage }
    }),
  },
  {
    name: 'letters',
    label: 'Letters',
    group: 'People',
    rights: ['letters'],
    Screen: lazy(async () => {
      const { LettersPage } = await import('../../domains/campaigns/web/letters-page.tsx')
      return { default: LettersPage }
    }),
  },
  {
    name: 'staff',
    label: 'Staff',
    group: 'Academy',
    rights: ['staff'],
    Screen: lazy(async () => {
      const { StaffPage } = await import('../../domains/staff/web/staff-page.tsx')
      return { default: StaffPage }
    }),
  },
  {
    name: 'audit',
    label: 'Audit log',
    group: 'Academy',
    rights: ['audit'],
    Screen: lazy(async () => {
      const { AuditPage } = await import('../../domains/staff/web/audit-page.tsx')
      return { default: AuditPage }
    }),
  },
  {
    name: 'checklist',
    label: 'Checklist',
    group: 'Academy',
    rights: ['settings'],
    Screen: lazy(async () => {
      const { ChecklistPage } = await import('../../domains/operations/web/checklist-page.tsx')
      return { default: ChecklistPage }
    }),
  },
]

export function officePath({ name }: Pick<OfficePlace, 'name'>): string {
  return name === '' ? paths.admin : `${paths.admin}/${name}`
}
