import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { getTaxSettings } from '../contract.ts'

export const taxSettingsQuery = query(['admin', 'tax-settings'], () =>
  call<typeof getTaxSettings>('GET /admin/tax-settings', {}),
)
