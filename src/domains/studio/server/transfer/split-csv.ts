import { CsvError, parse } from 'csv-parse/sync'

export interface SplitRow {
  /** As a spreadsheet counts: the first is 1. */
  row: number
  cells: string[]
}

export type Split = { rows: SplitRow[] } | { brokenRow: number }

const recordInCharacters = 200_000

/** Rows and cells of a table as spreadsheets write it: with commas, semicolons or tabs between. */
export function splitCsv(csv: string): Split {
  const text = csv.replace(/^\uFEFF/, '')
  // Excel writes it for itself, and counts it.
  const told = /^sep=(.)\r?\n/i.exec(text)
  const rest = told ? text.slice(told[0].length) : text
  const rowsBefore = told ? 1 : 0
  const delimiter = told?.[1] ?? chooseDelimiter(rest)
  try {
    const records = split(rest, delimiter)
    return { rows: records.map((cells, at) => ({ row: at + 1 + rowsBefore, cells })) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { brokenRow: Number(error['records'] ?? 0) + 1 + rowsBefore }
  }
}

/** The one that cuts the first line into most cells. */
function chooseDelimiter(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }))
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).delimiter
}

function split(text: string, delimiter: string): string[][] {
  return parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordInCharacters,
  })
}
