import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { getSettings } from '../contract.ts'

export type Setting = ResponseOf<typeof getSettings>['settings'][number]

export const settingsQuery = query(['admin', 'settings'], () => call('GET /admin/settings', {}))
