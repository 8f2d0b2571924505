import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import type {
  getChecklist,
  getGrievanceOfficer,
  setGrievanceOfficer,
  testChecklistItem,
} from '../contract.ts'

export type Checklist = ResponseOf<typeof getChecklist>
export type CheckedItem = Checklist['items'][number]
export type GrievanceOfficer = BodyOf<typeof setGrievanceOfficer>

/** For the contact page, which knows no contract. */
export type GetGrievanceOfficer = typeof getGrievanceOfficer

export const checklistQuery = queryOptions({
  queryKey: ['admin', 'checklist'],
  queryFn: () => call<typeof getChecklist>('GET /admin/checklist', {}),
})

export function tryOut(item: CheckedItem['item']) {
  return call<typeof testChecklistItem>('POST /admin/checklist/:item/test', { params: { item } })
}

export function nameOfficer(body: GrievanceOfficer) {
  return call<typeof setGrievanceOfficer>('PUT /admin/grievance-officer', { body })
}
