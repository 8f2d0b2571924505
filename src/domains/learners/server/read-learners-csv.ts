import { readCell } from '../../../platform/csv/csv-cell.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { emailAddress, personName } from '../../accounts/contract.ts'
import { type SplitRow, splitCsv } from '../../studio/server/transfer/split-csv.ts'

export interface ReadLearner {
  /** As a spreadsheet counts: the first is 1. */
  row: number
  email: string
  name: string
  courseIds: string[]
}

export interface RowProblem {
  row: number
  message: string
}

export interface ReadLearners {
  learners: ReadLearner[]
  problems: RowProblem[]
}

const rowsAtMost = 2000
const columns = ['email', 'name', 'courses'] as const
/** What people call the columns. */
const otherNames: Record<string, string> = {
  'e-mail': 'email',
  course: 'courses',
  'course ids': 'courses',
  course_ids: 'courses',
}

/** The rows of a spreadsheet, each either read or with a sentence that says what is wrong. */
export function readLearnersCsv(csv: string): ReadLearners {
  // A file in another encoding, or none of text, was read as UTF-8.
  if (/[\0\uFFFD]/.test(csv)) {
    return broken(1, t('This file is not read right. Please save it as “CSV UTF-8” and try again.'))
  }
  const split = splitCsv(csv)
  if ('brokenRow' in split) {
    return broken(split.brokenRow, t('A quotation mark begins in this row and does not end.'))
  }
  const [header, ...rows] = split.rows.filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (!header) return broken(1, t('This spreadsheet is empty.'))
  const names = header.cells.map(readName)
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice)
    return broken(header.row, t('The column “{column}” is there twice.', { column: twice }))
  const missing = columns.find((name) => name !== 'courses' && !names.includes(name))
  if (missing) {
    const told = t('There is no column “{column}”. The first row names the columns: {columns}.', {
      column: missing,
      columns: columns.join(', '),
    })
    return broken(header.row, told)
  }
  if (rows.length > rowsAtMost) {
    const told = t(
      'This file has {rows, number} rows. Please use at most {most, number} in one file.',
      {
        rows: rows.length,
        most: rowsAtMost,
      },
    )
    return broken(header.row, told)
  }
  return readRows(rows, names)
}

function broken(row: number, message: string): ReadLearners {
  return { learners: [], problems: [{ row, message }] }
}

function readName(cell: string): string {
  const name = readCell(cell).trim().toLowerCase()
  return otherNames[name] ?? name
}

function readRows(rows: SplitRow[], names: string[]): ReadLearners {
  const read: ReadLearners = { learners: [], problems: [] }
  const rowOfEmail = new Map<string, number>()
  for (const { row, cells } of rows) {
    const cell = (name: string): string => readCell(cells[names.indexOf(name)] ?? '').trim()
    const email = emailAddress.safeParse(cell('email'))
    const name = personName.safeParse(cell('name'))
    const earlier = email.success ? rowOfEmail.get(email.data) : undefined
    if (!email.success) read.problems.push({ row, message: t('This e-mail address is not right.') })
    if (!name.success) read.problems.push({ row, message: describeName(cell('name'), name.error) })
    if (earlier !== undefined) {
      read.problems.push({
        row,
        message: t('This e-mail address stands in row {row} already.', { row: earlier }),
      })
    }
    if (!email.success || !name.success || earlier !== undefined) continue
    rowOfEmail.set(email.data, row)
    const courseIds = [
      ...new Set(
        cell('courses')
          .split(/[\s,;|]+/)
          .filter(Boolean),
      ),
    ]
    read.learners.push({ row, email: email.data, name: name.data, courseIds })
  }
  return read
}

function describeName(name: string, { issues }: { issues: { message: string }[] }): string {
  if (name === '') return t('The name is missing.')
  return issues[0]?.message ?? t('This name is not right.')
}
