import { type Role, roles } from '../../../http/rights.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { roleNames } from '../role-names.ts'

/** For a select. */
export const roleOptions = () =>
  roles.map((role) => ({
    value: role,
    label: `${t(roleNames[role].label)}: ${t(roleNames[role].may)}`,
  }))

export function readRole(value: string): Role {
  return roles.find((role) => role === value) ?? 'teacher'
}
