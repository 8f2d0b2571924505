import { byteOrderMark } from './byte-order-mark.ts'
import { writeCell } from './csv-cell.ts'

/** A spreadsheet, piece by piece: the headings, then each batch of rows as it comes. */
export async function* writeCsv(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + writeRows([headings])
  for await (const rows of batches) yield writeRows(rows)
}

function writeRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}
