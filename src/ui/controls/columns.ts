import { formatDate, formatDateTime } from '../../shared/format-date.ts'
import { languageTag } from '../../shared/i18n/language.ts'
import { formatRupees } from '../../shared/money.ts'
import type { Column } from './data-table.tsx'

/** Of rupees; null: there is none. */
export function amountColumn<Row>(heading: string, read: (row: Row) => number | null): Column<Row> {
  const cell = (row: Row) => {
    const amount = read(row)
    return amount === null ? '–' : formatRupees(amount)
  }
  return { heading, cell, isNumber: true }
}

export function countColumn<Row>(heading: string, read: (row: Row) => number): Column<Row> {
  return { heading, cell: (row) => read(row).toLocaleString(languageTag()), isNumber: true }
}

/** Of instants, with day and time in India. */
export function timeColumn<Row>(heading: string, read: (row: Row) => string): Column<Row> {
  return { heading, cell: (row) => formatDateTime(read(row)) }
}

/** Of instants, by their day in India. */
export function dateColumn<Row>(heading: string, read: (row: Row) => string): Column<Row> {
  return { heading, cell: (row) => formatDate(read(row)) }
}
