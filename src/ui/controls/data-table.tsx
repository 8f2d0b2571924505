/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout's display values hide a table from some screen readers unless its roles are spelled out */

import type { ReactNode } from 'react'
import { t } from '../../shared/i18n/translate.ts'

export interface Column<Row> {
  /** Translated here, so that tables of columns may be constants: `msg('Course')`. */
  heading: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right, in figures of one width. */
  isNumber?: boolean
  /** Dates: on wide screens they stay on one line. */
  isUnbroken?: boolean
  /** On a card the cell takes a line of its own, without the heading. */
  isWide?: boolean
  /** Where the cell stands in a row of two lines; left out: it is not shown there. */
  inLines?: string
  /** Makes the heading a button that sorts. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void }
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /**
   * What a row becomes: below 1024 px a card with its headings beside; below 640 px two lines
   * without them; or still a row, where all columns are short.
   */
  narrow?: 'cards' | 'lines' | 'rows'
  /** Sets off rows that belong to the one above. */
  isQuiet?: (row: Row) => boolean
}

/** A real table on wide screens, cards or short rows on narrow ones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, narrow = 'cards', isQuiet } = props
  const styles = { cards, lines, rows: shortRows }[narrow]
  return (
    <div className="overflow-x-auto">
      <table role="table" className={`w-full text-sm ${styles.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={`border-b border-line ${styles.head}`}>
          <tr role="row" className={styles.headRow}>
            {columns.map((column) => (
              <HeadingCell key={column.heading} column={column} style={styles.heading(column)} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={styles.rows}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className={`border-b border-line last:border-0 ${styles.row} ${isQuiet?.(row) ? 'bg-wash' : ''}`}
            >
              {columns.map((column) => (
                <td
                  key={column.heading}
                  role="cell"
                  data-heading={t(column.heading)}
                  className={`py-3 pe-4 align-top ${column.isNumber ? 'lg:text-end lg:tabular-nums' : ''} ${column.isUnbroken ? 'lg:whitespace-nowrap' : ''} ${styles.cell(column)}`}
                >
                  <span className={styles.content(column)}>{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface NarrowStyles {
  table: string
  head: string
  headRow: string
  heading: (column: Placed) => string
  rows: string
  row: string
  cell: (column: Placed) => string
  content: (column: Placed) => string
}

type Placed = Pick<Column<never>, 'isWide' | 'inLines' | 'isNumber' | 'isUnbroken' | 'sort'>

const cards: NarrowStyles = {
  table: 'max-lg:block',
  head: 'max-lg:sr-only',
  headRow: '',
  heading: () => 'whitespace-nowrap',
  rows: 'max-lg:grid max-lg:gap-4 sm:max-lg:grid-cols-2',
  row: 'max-lg:block max-lg:rounded-md max-lg:border max-lg:bg-sheet max-lg:px-4 max-lg:py-2 max-lg:last:border',
  cell: ({ isWide }) =>
    `max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:py-1.5 max-lg:pe-0 max-lg:has-[>span:empty]:hidden max-lg:before:shrink-0 max-lg:before:text-ink-soft max-lg:before:content-[attr(data-heading)] ${isWide ? 'max-lg:before:hidden' : ''}`,
  content: ({ isWide }) => `min-w-0 ${isWide ? 'max-lg:w-full' : 'max-lg:text-end'}`,
}

const lines: NarrowStyles = {
  table: 'max-sm:block sm:max-lg:text-xs',
  // Of the headings those stay in sight that sort.
  head: 'max-sm:block max-sm:not-has-[button]:border-0',
  headRow: 'max-sm:flex max-sm:flex-wrap',
  heading: ({ sort }) =>
    `sm:max-lg:pe-1.5 sm:max-lg:last:pe-0 lg:whitespace-nowrap ${sort ? 'max-sm:py-0' : 'max-sm:sr-only'}`,
  rows: 'max-sm:block',
  row: 'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-2 max-sm:gap-y-1 max-sm:py-3',
  cell: ({ inLines, isNumber }) =>
    `max-sm:p-0 sm:max-lg:pe-1.5 sm:max-lg:last:pe-0 ${isNumber ? 'sm:text-end sm:tabular-nums' : ''} ${inLines ?? 'max-sm:hidden'}`,
  content: () => '',
}

const shortRows: NarrowStyles = {
  table: 'max-sm:text-xs',
  head: '',
  headRow: '',
  heading: () => 'align-bottom max-sm:pe-2 max-sm:last:pe-0',
  rows: '',
  row: '',
  cell: ({ isNumber, isUnbroken }) =>
    `${isUnbroken ? 'whitespace-nowrap' : ''} max-lg:py-2 max-sm:pe-2 max-sm:last:pe-0 ${isNumber ? 'max-lg:text-end max-lg:tabular-nums' : ''}`,
  content: () => '',
}

function HeadingCell<Row>({ column, style }: { column: Column<Row>; style: string }) {
  const { sort, isNumber } = column
  const heading = t(column.heading)
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sort && sort.direction !== 'none' ? sort.direction : undefined}
      className={`py-2 pe-4 font-medium text-ink-soft ${style} ${isNumber ? 'text-end' : 'text-start'}`}
    >
      {sort ? (
        <button type="button" onClick={sort.onSort} className="min-h-11 hover:text-ink sm:min-h-8">
          {heading}
          <span aria-hidden="true">{arrow[sort.direction]}</span>
        </button>
      ) : (
        heading
      )}
    </th>
  )
}
