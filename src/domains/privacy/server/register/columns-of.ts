/** Columns of the register stand in one text, as many words as there are columns. */
export function columnsOf(list: string): string[] {
  return list.split(/\s+/).filter((name) => name !== '')
}
