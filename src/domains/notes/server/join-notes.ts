import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { lockNotes } from './save-note.ts'
import { notes } from './tables.ts'

/** Both accounts' notes are found in the one that stays. Inside the transaction that joins. */
export async function joinNotes(db: Database, { fromId, intoId }: Joined): Promise<void> {
  await lockNotes(db, fromId)
  await lockNotes(db, intoId)
  await db
    .update(notes)
    .set({
      learnerId: intoId,
      // An id that both made is hardly chance, but must not stop the joining.
      id: sql`case when exists (select from ${notes} known
                where known.learner_id = ${intoId} and known.id = ${notes.id})
              then gen_random_uuid() else ${notes.id} end`,
    })
    .where(eq(notes.learnerId, fromId))
}
