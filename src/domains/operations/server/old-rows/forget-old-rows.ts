import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { batch, oldRowRules, type Step } from './old-row-rules.ts'

/** The rest has time until the next run. */
const batchesAtMost = 20

/**
 * Lets go what the rules say. Each batch is a statement of its own that is done within the usual time and
 * passes by what others hold, so several processes may do it at once, and any may be stopped or killed.
 */
export async function forgetOldRows(db: Database, stopping?: AbortSignal): Promise<void> {
  const statements = Object.entries(oldRowRules).flatMap(([table, rule]) =>
    'forget' in rule ? rule.forget.map((step) => wordBatch(table, step)) : [],
  )
  for (const statement of statements) {
    for (let count = 0; count < batchesAtMost && !stopping?.aborted; count += 1) {
      const { rowCount } = await db.execute(sql.raw(statement))
      if ((rowCount ?? 0) < batch) break
    }
  }
}

function wordBatch(table: string, step: Step): string {
  if ('statement' in step) return step.statement
  const what = step.set === undefined ? `delete from ${table}` : `update ${table} set ${step.set}`
  return `${what} where ctid = any (array(
    select ctid from ${table} where ${step.where} limit ${batch} for update skip locked))`
}
