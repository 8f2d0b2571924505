import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import type { Nominee, saveMyNominee } from '../contract.ts'
import { nomineeMail } from './mail-templates.ts'
import { nominees } from './tables.ts'

export interface NomineeDependencies {
  db: Database
  queueMail: QueueMail
}

/** Null: nobody is named. */
export async function readNominee(db: Database, learnerId: string): Promise<Nominee | null> {
  const [row] = await db.select().from(nominees).where(eq(nominees.learnerId, learnerId))
  if (!row) return null
  const { name, email, phone, relation, namedAt } = row
  return { name, email, phone, relation, named_at: namedAt.toISOString() }
}

/** Names somebody, or nobody any more, and mails the learner that it was changed. */
export async function changeNominee(
  { db: outer, queueMail }: NomineeDependencies,
  caller: CurrentUser,
  named: BodyOf<typeof saveMyNominee> | null,
): Promise<Nominee | null> {
  const { learnerId } = caller
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
        namedAt: sql`clock_timestamp()`,
      }
      await db
        .insert(nominees)
        .values({ learnerId, ...columns })
        .onConflictDoUpdate({ target: nominees.learnerId, set: columns })
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
