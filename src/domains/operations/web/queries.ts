import type { BodyOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { getChecklist, setGrievanceOfficer } from '../contract.ts'

export type Checklist = ResponseOf<typeof getChecklist>
export type CheckedItem = Checklist['items'][number]
export type GrievanceOfficer = ResponseOf<typeof setGrievanceOfficer>

export const checklistQuery = query(['admin', 'checklist'], () => call('GET /admin/checklist', {}))

export function tryOut(item: CheckedItem['item']) {
  return call('POST /admin/checklist/:item/test', { params: { item } })
}

export function nameOfficer(body: BodyOf<typeof setGrievanceOfficer>) {
  return call('PUT /admin/grievance-officer', { body })
}
