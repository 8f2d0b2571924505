import type { Role } from '../http/rights.ts'

/** Each role in words, and what it may do. */
export const roleNames: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'everything' },
  teacher: { label: 'Teacher', may: 'courses and films' },
  support: { label: 'Support', may: 'learners, gifts and refunds' },
  finance: { label: 'Finance', may: 'orders, tax and exports' },
}
