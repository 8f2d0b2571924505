import type { Right, Role } from '../../http/rights.ts'
import { msg, t } from '../../shared/i18n/translate.ts'

/** Each role in words, and what it may do. */
export const roleNames: Record<Role, { label: string; may: string }> = {
  owner: { label: msg('Owner'), may: msg('everything') },
  teacher: { label: msg('Teacher'), may: msg('courses and films') },
  support: { label: msg('Support'), may: msg('learners, gifts and refunds') },
  finance: { label: msg('Finance'), may: msg('orders, tax and exports') },
}

export const rightNames: Record<Right, string> = {
  courses: msg('courses'),
  people: msg('learners'),
  gifts: msg('gifts'),
  refunds: msg('refunds'),
  orders: msg('orders'),
  offers: msg('offers'),
  tax: msg('tax'),
  exports: msg('exports'),
  letters: msg('campaigns'),
  insight: msg('analytics'),
  settings: msg('settings'),
  staff: msg('staff'),
  audit: msg('the audit log'),
}

/** The role of a wire or a log, in words. */
export function nameRole(role: string | null): string {
  if (role === null) return t('No staff')
  return role in roleNames ? t(roleNames[role as Role].label) : role // checked just now
}
