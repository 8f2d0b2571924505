import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'

export const taxSettingsQuery = query(['admin', 'tax-settings'], () =>
  call('GET /admin/tax-settings', {}),
)
