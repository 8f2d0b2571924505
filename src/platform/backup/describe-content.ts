import type { BackupContent } from './content-rules.ts'

/** How much a backup holds, for a person to read. */
export function describeContent({ tables, files, academy }: BackupContent): string {
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  const count = new Intl.NumberFormat('en-IN')
  return (
    `${count.format(rows)} rows in ${tables.size} tables and ${count.format(files.length)} files, ` +
    `as they were on ${academy.made_at}`
  )
}
