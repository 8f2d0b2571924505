import { type Role, roles } from '../../../http/rights.ts'
import { roleNames } from '../role-names.ts'

/** For a select. */
export const roleOptions = roles.map((role) => ({
  value: role,
  label: `${roleNames[role].label}: ${roleNames[role].may}`,
}))

export function readRole(value: string): Role {
  return roles.find((role) => role === value) ?? 'teacher'
}
