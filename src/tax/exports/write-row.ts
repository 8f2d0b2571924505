import { writeCell } from '../../platform/csv/csv-cell.ts'

/** Text, or an amount in paise. */
export type Cell = string | bigint

/** A row of a CSV. Amounts are written in rupees and are numbers also below zero; text is no formula. */
export function writeRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'bigint' ? inRupees(cell) : writeCell(cell))).join(',')}\r\n`
}

function inRupees(paise: bigint): string {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0')
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
