import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import type { Nominee, saveMyNominee } from '../contract.ts'
import { nomineeMail } from './mail-templates.ts'
import { nominees } from './tables.ts'

export interface NomineeDependencies {
  db: Database
  queueMail: QueueMail
  limits: Pick<Limits, 'nomineeByLearner'>
}

/** Null: nobody is named. */
export async function readNominee(db: Database, learnerId: string): Promise<Nominee | null> {
  const [row] = await db.select().from(nominees).where(eq(nominees.learnerId, learnerId))
  if (!row) return null
  const { name, email, phone, relation, namedAt } = row
  return { name, email, phone, relation, named_at: namedAt.toISOString() }
}

/** Names somebody, or nobody any more; where that changes anything the learner is mailed. */
export async function changeNominee(
  { db: outer, queueMail, limits }: NomineeDependencies,
  caller: CurrentUser,
  named: BodyOf<typeof saveMyNominee> | null,
): Promise<Nominee | null> {
  const { learnerId } = caller
  await consumeAttempt([limits.nomineeByLearner(learnerId)])
  return outer.transaction(async (db) => {
    const before = await readNominee(db, learnerId)
    if (named === null && before === null) return null
    if (named === null) await db.delete(nominees).where(eq(nominees.learnerId, learnerId))
    else {
      const { name, relation } = named
      const columns = {
        name,
        relation,
        email: named.email || null,
        phone: named.phone || null,
      }
      if (before && isDeepStrictEqual({ ...before, ...columns }, before)) return before
      const values = { ...columns, namedAt: sql`clock_timestamp()` }
      await db
        .insert(nominees)
        .values({ learnerId, ...values })
        .onConflictDoUpdate({ target: nominees.learnerId, set: values })
    }
    await queueMail(db, {
      to: caller.email,
      template: () => nomineeMail({ name: caller.name, nomineeName: named?.name ?? null }),
    })
    return readNominee(db, learnerId)
  })
}

/** That of the account that stays, if it has named somebody. Inside the transaction that joins. */
export async function joinNominees(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const [moved] = await db.delete(nominees).where(eq(nominees.learnerId, fromId)).returning()
  if (!moved) return
  await db
    .insert(nominees)
    .values({ ...moved, learnerId: intoId })
    .onConflictDoNothing()
}
