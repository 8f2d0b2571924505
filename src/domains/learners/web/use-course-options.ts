import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { nameWithState } from '../../studio/web/name-with-state.ts'
import type { listCourseNames } from '../contract.ts'
import { courseNamesQuery } from './queries.ts'

type CourseName = ResponseOf<typeof listCourseNames>[number]
interface Option {
  value: string
  label: string
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

function describe(course: CourseName): Option {
  const { id, title, is_deleted: isDeleted } = course
  return {
    value: id,
    label: isDeleted ? t('{course} (deleted)', { course: title }) : nameWithState(course),
  }
}
