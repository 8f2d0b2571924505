// Spreadsheets take a cell that begins so for a formula; an apostrophe before it makes it text again.
const formula = /^'*[=+\-@\t\r]/
const escapedFormula = /^'+[=+\-@\t\r]/

/** A cell as it stands in a file: no spreadsheet runs it. */
export function writeCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What was meant by a cell whose quotes are taken off already. */
export function readCell(text: string): string {
  return escapedFormula.test(text) ? text.slice(1) : text
}
