import type * as z from 'zod'
import { readCell } from '../../../../platform/csv/csv-cell.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import {
  type CourseDraft,
  courseDraft,
  lessonsInModuleAtMost,
  modulesAtMost,
} from '../../course-input.ts'
import { type SplitRow, splitCsv } from './split-csv.ts'

export const columns = ['module', 'lesson', 'link', 'duration', 'preview', 'text'] as const
type Column = (typeof columns)[number]
const neededColumns: Column[] = ['module', 'lesson']

export interface CsvProblem {
  /** As a spreadsheet counts: the header is in row 1. */
  row: number
  /** Empty: the row as a whole. */
  column: string
  message: string
}

export interface CsvCourse {
  /** Without what is wrong; complete if there are no problems. */
  modules: CourseDraft['modules']
  /** In the order of the rows. */
  problems: CsvProblem[]
  /** Names of columns that mean nothing here. */
  ignored: string[]
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'free', 'preview'])
const no = new Set(['', 'no', 'n', 'false', '0', '-'])

/**
 * Modules and lessons of a spreadsheet. A row without a module belongs to the one above; a row with
 * nothing but a module begins one. What is wrong is told for each row, by the rules of a draft.
 */
export function readCourseCsv(csv: string): CsvCourse {
  const split = splitCsv(csv)
  if ('brokenRow' in split) {
    const message = t('A quotation mark begins in this row and does not end.')
    return { modules: [], problems: [{ row: split.brokenRow, column: '', message }], ignored: [] }
  }
  const [header, ...rows] = split.rows.filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (!header) return broken({ row: 1, column: '', message: t('This spreadsheet is empty.') })
  const names = header.cells.map((cell) => readCell(cell).trim().toLowerCase())
  const faults = checkHeader(names, header.row)
  if (faults.length > 0) return broken(...faults)
  const read = readRows(rows, names)
  const ignored = header.cells.filter((_, at) => names[at] !== '' && !isColumn(names[at]))
  return { ...read, ignored: ignored.map((cell) => cell.trim().slice(0, 100)) }
}

function broken(...problems: CsvProblem[]): CsvCourse {
  return { modules: [], problems, ignored: [] }
}

function checkHeader(names: string[], row: number): CsvProblem[] {
  const missing = neededColumns.filter((name) => !names.includes(name))
  const twice = columns.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return [
    ...missing.map((column) => ({
      row,
      column,
      message: t('There is no column “{column}”. The first row names the columns: {columns}.', {
        column,
        columns: columns.join(', '),
      }),
    })),
    ...twice.map((column) => ({
      row,
      column,
      message: t('The column “{column}” is there twice.', { column }),
    })),
  ]
}

type Row = Record<Column, string> & { row: number }

function readRows(rows: SplitRow[], names: string[]): Omit<CsvCourse, 'ignored'> {
  const outline: Outline = { modules: [], problems: [], rowsOf: [] }
  for (const { row, cells } of rows) {
    if (cells.slice(names.length).some((cell) => cell.trim() !== '')) {
      const message = t('This row has more cells than the first row has columns.')
      outline.problems.push({ row, column: '', message })
    }
    addRow(outline, readRow(row, cells, names))
  }
  const problems = [...outline.problems, ...checkByRules(outline)]
  return {
    modules: outline.modules,
    problems: problems.sort((left, right) => left.row - right.row),
  }
}

function readRow(row: number, cells: string[], names: string[]): Row {
  const cellOf = (column: Column) => readCell(cells[names.indexOf(column)] ?? '')
  const [module, lesson, link, duration, preview] = columns.map((column) => cellOf(column).trim())
  return {
    row,
    module: module ?? '',
    lesson: lesson ?? '',
    link: link ?? '',
    duration: duration ?? '',
    preview: preview ?? '',
    text: cellOf('text'),
  }
}

interface Outline extends Omit<CsvCourse, 'ignored'> {
  /** For each module its row and those of its lessons. */
  rowsOf: { module: number; lessons: number[] }[]
}

function addRow({ modules, problems, rowsOf }: Outline, row: Row): void {
  const tell = (column: string, message: string) =>
    void problems.push({ row: row.row, column, message })
  const last = modules.at(-1)
  if (last === undefined && row.module === '')
    tell('module', t('The first row needs the name of a module.'))
  if (last === undefined || (row.module !== '' && row.module !== last.title)) {
    if (modules.length === modulesAtMost)
      tell('module', t('A course has at most {count} modules.', { count: modulesAtMost }))
    modules.push({ title: row.module, description: '', videos: [] })
    rowsOf.push({ module: row.row, lessons: [] })
  }
  const { lesson: title, link: url, duration, preview, text } = row
  if (`${title}${url}${duration}${preview}${text.trim()}` === '') return
  if (title === '') tell('lesson', t('This row needs the name of its lesson.'))
  const isFree = yes.has(preview.toLowerCase())
  if (!isFree && !no.has(preview.toLowerCase()))
    tell('preview', t('Please write yes or no, or leave it empty.'))
  const videos = modules.at(-1)?.videos ?? []
  if (videos.length === lessonsInModuleAtMost)
    tell('lesson', t('A module has at most {count} lessons.', { count: lessonsInModuleAtMost }))
  const empty = { links: [], attachments: [], quiz: null, assignment: null }
  videos.push({ title, url, duration, is_preview: isFree, text, ...empty })
  rowsOf.at(-1)?.lessons.push(row.row)
}

/** The rules that every draft is saved by. How many there may be was told already. */
function checkByRules({ modules, rowsOf }: Outline): CsvProblem[] {
  const read = courseDraft.safeParse({ modules })
  if (read.success) return []
  return read.error.issues.flatMap((issue) => {
    const rows = rowsOf[Number(issue.path[1])]
    const lesson = rows?.lessons[Number(issue.path[3])]
    if (!rows || issue.path.at(-1) === 'videos') return []
    return { row: lesson ?? rows.module, ...describeIssue(issue, lesson !== undefined) }
  })
}

function describeIssue({ path, message }: z.core.$ZodIssue, isLesson: boolean) {
  const name = String(path.at(-1))
  const column = (isLesson ? ofLesson : ofModule)[name] ?? name
  return { column, message: message.replace(/^Title /, `${isLesson ? 'Lesson' : 'Module'} `) }
}

const ofLesson: Record<string, string> = { title: 'lesson', url: 'link' }
const ofModule: Record<string, string> = { title: 'module' }

function isColumn(name: string | undefined): boolean {
  return columns.some((column) => column === name)
}
