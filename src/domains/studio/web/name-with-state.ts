import { t } from '../../../shared/i18n/translate.ts'
import type { CourseState } from '../../catalogue/contract.ts'

/** As staff choose it from a list; on sale goes without saying. */
export function nameWithState({ title, state }: { title: string; state: CourseState }): string {
  if (state === 'draft') return t('{course} (draft)', { course: title })
  if (state === 'unlisted') return t('{course} (unlisted)', { course: title })
  return state === 'off_sale' ? t('{course} (off sale)', { course: title }) : title
}
