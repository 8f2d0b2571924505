import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import type { getTaxSettings } from '../contract.ts'

export const taxSettingsQuery = queryOptions({
  queryKey: ['admin', 'tax-settings'],
  queryFn: () => call<typeof getTaxSettings>('GET /admin/tax-settings', {}),
})
