import type { Database } from './database.ts'

interface EachDue<Due> {
  /** The next row that is due, locked against everybody who changes it; none of these keys. */
  lockNext: (db: Database, except: string[]) => Promise<Due | undefined>
  keyOf: (due: Due) => string
  /** Does the work, and sees to it that the row is no longer due. Inside a transaction. */
  run: (db: Database, due: Due) => Promise<void>
}

/**
 * Does what is due, each row in a transaction of its own. Several processes at once do each once; one
 * that fails holds up no other, and is thrown at the end. Resolves to the keys of what was done.
 */
export async function runEachDue<Due>(
  outer: Database,
  { lockNext, keyOf, run }: EachDue<Due>,
  stopping?: AbortSignal,
): Promise<string[]> {
  const done: string[] = []
  const failures = new Map<string, unknown>()
  const runNext = (): Promise<boolean> =>
    outer.transaction(async (db) => {
      const due = await lockNext(db, [...failures.keys()])
      if (!due) return false
      const key = keyOf(due)
      try {
        await db.transaction((nested) => run(nested, due))
        done.push(key)
      } catch (error) {
        failures.set(key, error)
      }
      return true
    })
  while (!stopping?.aborted && (await runNext()));
  if (failures.size > 0) {
    const keys = [...failures.keys()].join(', ')
    throw new AggregateError(failures.values(), `Not done at their time: ${keys}`)
  }
  return done
}
