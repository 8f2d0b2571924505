import { writeTable } from '../../../../platform/csv/write-csv.ts'
import type { CourseDraft } from '../../course-input.ts'
import { columns } from './read-course-csv.ts'

/** A row for each lesson, in course order; a row with its name alone for a module without any. */
export function writeCourseCsv({ modules }: CourseDraft): string {
  const rows = modules.flatMap(({ title: module, videos }) =>
    videos.length === 0
      ? [[module, '', '', '', '', '']]
      : videos.map(({ title, url, duration, is_preview, text }) => [
          module,
          title,
          url,
          duration,
          is_preview ? 'yes' : '',
          text,
        ]),
  )
  return writeTable(columns, rows)
}
