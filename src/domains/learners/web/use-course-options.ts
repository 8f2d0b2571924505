import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { t } from '../../../shared/i18n/translate.ts'
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

function describe({ id, title, state, is_deleted: isDeleted }: CourseName): Option {
  return {
    value: id,
    label: isDeleted ? t('{course} (deleted)', { course: title }) : withState(title, state),
  }
}

function withState(course: string, state: CourseName['state']): string {
  if (state === 'draft') return t('{course} (draft)', { course })
  if (state === 'unlisted') return t('{course} (unlisted)', { course })
  return state === 'off_sale' ? t('{course} (off sale)', { course }) : course
}
