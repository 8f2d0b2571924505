import type { Database } from '../../../platform/database/database.ts'

class Undone extends Error {}

/** Does the work either way, so that its time tells nothing; it stays done only if it should. */
export async function doOrUndo(
  outer: Database,
  staysDone: boolean,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  try {
    await outer.transaction(async (db) => {
      await work(db)
      if (!staysDone) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}
