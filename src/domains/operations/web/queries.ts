import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { getChecklist, setGrievanceOfficer } from '../contract.ts'

export type Checklist = ResponseOf<typeof getChecklist>
export type CheckedItem = Checklist['items'][number]
export type GrievanceOfficer = ResponseOf<typeof setGrievanceOfficer>

export const checklistQuery = query(['admin', 'checklist'], () => call('GET /admin/checklist', {}))
