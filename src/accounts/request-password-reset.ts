import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { QueueMail } from '../outside/mail/queue-mail.ts'
import type { Database } from '../platform/database/database.ts'
import { inboxOf } from './inbox-of.ts'
import { type Limits, takeTry, takeTryIfLeft } from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { resetMail } from './mail-templates.ts'
import { hashToken } from './sessions.ts'
import { users } from './tables.ts'

export interface ResetDependencies {
  db: Database
  queueMail: QueueMail
  publicUrl: () => string
  limits: Limits
}

const linkLifetimeInMinutes = 30
/** Once an inbox had its mails, a link this young counts as the answer: it is there, and works. */
const freshLinkInMinutes = 10

/**
 * Mails a single-use link to an address that has an account. For other addresses the same is done and
 * undone, so that neither the answer nor its time tells them apart. Links mailed before stay good.
 */
export async function requestPasswordReset(
  deps: ResetDependencies,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const { limits } = deps
  await takeTry([limits.resetByNetwork(network)])
  const inbox = inboxOf(email)
  const isInboxQuiet = await takeTryIfLeft([
    limits.resetMailByInboxAndNetwork(inbox, network),
    limits.resetMailByInbox(inbox),
  ])
  await deps.db.transaction(async (db) => {
    await lockAddress(db, email)
    const [user] = await db.select({ name: users.name }).from(users).where(eq(users.email, email))
    const token = randomBytes(32).toString('base64url')
    const isLinkMade = await makeLink(db, { email, token, onlyIfNoneIsFresh: !isInboxQuiet })
    const letter = resetMail({ name: user?.name ?? '', token, publicUrl: deps.publicUrl() })
    await doOrUndo(db, isLinkMade, (db) => deps.queueMail(db, { to: email, letter }))
  })
}

/** False for an address without an account, and for one that has a fresh link if none is to be made then. */
async function makeLink(
  db: Database,
  link: { email: string; token: string; onlyIfNoneIsFresh: boolean },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into password_resets (token_hash, user_id, expires_at)
    select ${hashToken(link.token)}, users.id,
           now() + make_interval(mins => ${linkLifetimeInMinutes})
      from users
     where users.email = ${link.email}
       and not (${link.onlyIfNoneIsFresh} and exists (
             select from password_resets
              where user_id = users.id and used_at is null
                and expires_at > now() + make_interval(
                      mins => ${linkLifetimeInMinutes - freshLinkInMinutes})))`)
  return rowCount === 1
}

class Undone extends Error {}

/** Does the work either way; it stays done only if it should. */
async function doOrUndo(
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
