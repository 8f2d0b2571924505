import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { listCourseNames } from '../contract.ts'
import { courseNamesQuery } from './queries.ts'

type CourseName = ResponseOf<typeof listCourseNames>[number]
interface Option {
  value: string
  label: string
}

const states: Record<CourseName['state'], string> = {
  draft: ' (draft)',
  on_sale: '',
  unlisted: ' (unlisted)',
  off_sale: ' (off sale)',
}

/** Every course that somebody can have. */
export function useCourseOptions(): Option[] {
  const { data = [] } = useQuery(courseNamesQuery)
  return data.map(describe)
}

/** Every course that can be given: what was deleted cannot. */
export function useGivableOptions(): Option[] {
  const { data = [] } = useQuery(courseNamesQuery)
  return data.filter((course) => !course.is_deleted).map(describe)
}

function describe({ id, title, state, is_deleted: isDeleted }: CourseName): Option {
  return { value: id, label: `${title}${isDeleted ? ' (deleted)' : states[state]}` }
}
