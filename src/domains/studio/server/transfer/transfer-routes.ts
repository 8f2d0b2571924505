import { ProblemError } from '../../../../http/problem.ts'
import { prepareDownload } from '../../../../http/server/prepared-response.ts'
import type { Serve } from '../../../../http/server/serve.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import * as studio from '../../contract.ts'
import { courseDraft } from '../../course-input.ts'
import { courseFileInBytes } from '../../transfer/course-file.ts'
import { createDraft } from '../create-draft.ts'
import { readDraft } from '../read-draft.ts'
import { exportCourse, type TransferDependencies } from './export-course.ts'
import { importCourse } from './import-course.ts'
import { type CsvCourse, readCourseCsv } from './read-course-csv.ts'
import { readCourseFile } from './read-course-file.ts'
import { writeCourseCsv } from './write-course-csv.ts'

/** Two megabytes of text, with the signs that JSON needs. */
const csvInBytes = 5 * 1024 * 1024

export function transferRoutes(serve: Serve, deps: TransferDependencies): void {
  const { db } = deps

  serve(studio.exportCourse, async ({ params }) => {
    const file = await exportCourse(deps, params.id)
    return prepareDownload({
      name: `${params.id}.course.json`,
      type: 'application/json',
      content: JSON.stringify(file),
    })
  })

  serve(
    studio.importCourse,
    ({ body, caller }) => importCourse(deps, readCourseFile(body), caller.learnerId),
    { bodyInBytes: courseFileInBytes },
  )

  serve(studio.exportCourseCsv, async ({ params }) => {
    const { course } = await readDraft(db, params.id)
    return prepareDownload({
      name: `${params.id}.csv`,
      type: 'text/csv',
      content: writeCourseCsv(course),
    })
  })

  serve(
    studio.importCourseCsv,
    async ({ body, caller }) => {
      const read = readCourseCsv(body.csv)
      if (body.dry_run) return { id: null, ...describe(read) }
      refuseProblems(read)
      const { title } = body
      const course = courseDraft.parse({ title, modules: read.modules })
      const { id } = await createDraft(db, course, caller.learnerId)
      return { id, ...describe(read) }
    },
    { bodyInBytes: csvInBytes },
  )
}

function describe({ modules, problems, ignored }: CsvCourse) {
  const lessons = modules.reduce((sum, { videos }) => sum + videos.length, 0)
  return { modules: modules.length, lessons, problems, ignored_columns: ignored }
}

function refuseProblems({ problems }: CsvCourse): void {
  const [first] = problems
  if (!first) return
  const rows = new Set(problems.map(({ row }) => row)).size
  throw new ProblemError('invalid_input', {
    detail: t(
      '{rows, plural, =1 {One row needs} other {{rows} rows need}} attention. Row {row}: {message}',
      { rows, row: first.row, message: first.message },
    ),
    errors: problems.map(({ row, column, message }) => ({
      path: ['rows', row, column].filter((part) => part !== '').join('.'),
      message,
    })),
  })
}
