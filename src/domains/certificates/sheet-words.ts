import { formatDate } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'

/** What the sheet says on a screen besides name, course and number, in the language of now. */
export function sheetWords(completedAt: string) {
  return {
    heading: t('Certificate of Completion'),
    student: t('Student'),
    course: t('Course'),
    completion_date: t('Completion Date'),
    certificate_id: t('Certificate ID'),
    completed_on: formatDate(completedAt),
  }
}
