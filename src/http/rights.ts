/** What staff may do, each on its own. Every call of the office names the one that it needs. */
export const rights = [
  'courses',
  'people',
  'gifts',
  'refunds',
  'orders',
  'offers',
  'tax',
  'exports',
  'letters',
  'insight',
  'settings',
  'staff',
  'audit',
] as const
export type Right = (typeof rights)[number]

export const roles = ['owner', 'teacher', 'support', 'finance'] as const
export type Role = (typeof roles)[number]

const rightsOfRole: Record<Role, readonly Right[]> = {
  owner: rights,
  teacher: ['courses'],
  support: ['people', 'gifts', 'refunds'],
  finance: ['orders', 'tax', 'exports'],
}

/** False for who is no staff. */
export function hasRight(role: Role | null, right: Right): boolean {
  return role !== null && rightsOfRole[role].includes(right)
}
