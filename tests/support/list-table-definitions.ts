import { globSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

export interface TableDefinition {
  /** The file that defines it, below `src`. */
  path: string
  name: string
  columns: ReturnType<typeof getTableConfig>['columns']
}

/** Every table that some `tables.ts` defines. */
export async function listTableDefinitions(): Promise<TableDefinition[]> {
  const src = new URL('../../src/', import.meta.url)
  const found = globSync('**/tables.ts', { cwd: src }).map(async (path) => {
    const module = (await import(new URL(path, src).href)) as Record<string, unknown>
    return Object.values(module)
      .filter((exported): exported is PgTable => is(exported, PgTable))
      .map((table) => ({ path, ...getTableConfig(table) }))
  })
  return (await Promise.all(found)).flat()
}
