import { writePaise } from '../../shared/money.ts'
import { writeCell } from './csv-cell.ts'

/** Text, of which a spreadsheet runs nothing; or paise, written in rupees: a number also below zero. */
export type Cell = string | bigint
type Rows = readonly (readonly Cell[])[]

/** Excel reads a file as UTF-8 only if it begins so. */
const byteOrderMark = '\uFEFF'

/** A spreadsheet as a whole. */
export function writeTable(headings: readonly string[], rows: Rows): string {
  return byteOrderMark + writeRows([headings, ...rows])
}

/** A spreadsheet, piece by piece: the headings, then each batch of rows as it comes. */
export async function* writeCsv(
  headings: readonly string[],
  batches: Iterable<Rows> | AsyncIterable<Rows>,
): AsyncGenerator<string> {
  yield writeTable(headings, [])
  for await (const rows of batches) yield writeRows(rows)
}

function writeRows(rows: Rows): string {
  const write = (cell: Cell) => (typeof cell === 'bigint' ? writePaise(cell) : writeCell(cell))
  return rows.map((cells) => `${cells.map(write).join(',')}\r\n`).join('')
}
