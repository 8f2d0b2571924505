/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout's display values hide a table from some screen readers unless its roles are spelled out */
import type { ReactNode } from 'react'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right, in figures of one width. */
  isNumber?: boolean
  /** On a card the cell takes a line of its own, without the heading. */
  isWide?: boolean
  /** Makes the heading a button that sorts. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void }
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A real table on wide screens; below 1024 px each row becomes a card with its headings beside. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <table role="table" className="w-full text-sm max-lg:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="border-b border-line text-left max-lg:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <HeadingCell key={column.heading} column={column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-lg:grid max-lg:gap-4 sm:max-lg:grid-cols-2">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={rowStyle}>
              {columns.map((column) => (
                <td
                  key={column.heading}
                  role="cell"
                  data-heading={column.heading}
                  className={`${cellStyle} ${column.isNumber ? 'lg:text-right lg:tabular-nums' : ''} ${column.isWide ? 'max-lg:before:hidden' : ''}`}
                >
                  <span
                    className={`min-w-0 ${column.isWide ? 'max-lg:w-full' : 'max-lg:text-right'}`}
                  >
                    {column.cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowStyle =
  'border-b border-line last:border-0 max-lg:block max-lg:rounded-md max-lg:border max-lg:bg-sheet max-lg:px-4 max-lg:py-2 max-lg:last:border'
const cellStyle =
  'py-3 pr-4 align-top max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:py-1.5 max-lg:pr-0 max-lg:has-[>span:empty]:hidden max-lg:before:shrink-0 max-lg:before:text-ink-soft max-lg:before:content-[attr(data-heading)]'

function HeadingCell<Row>({ column }: { column: Column<Row> }) {
  const { heading, sort, isNumber } = column
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sort && sort.direction !== 'none' ? sort.direction : undefined}
      className={`py-2 pr-4 font-medium whitespace-nowrap text-ink-soft ${isNumber ? 'text-right' : ''}`}
    >
      {sort ? (
        <button type="button" onClick={sort.onSort} className="min-h-8 hover:text-ink">
          {heading}
          <span aria-hidden="true">{arrow[sort.direction]}</span>
        </button>
      ) : (
        heading
      )}
    </th>
  )
}
