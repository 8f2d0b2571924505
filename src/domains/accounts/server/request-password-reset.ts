import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { canonicalEmail } from './canonical-email.ts'
import { doOrUndo } from './do-or-undo.ts'
import { consumeAttempt, consumeAttemptIfLeft, type Limits } from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { resetMail } from './mail-templates.ts'
import { hashToken } from './sessions.ts'
import { passwordResets, users } from './tables.ts'

export interface ResetDependencies {
  db: Database
  queueMail: QueueMail
  publicUrl: () => string
  limits: Limits
}

export const linkLifetimeInMinutes = 30
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
  await consumeAttempt([limits.resetByNetwork(network)])
  const inbox = canonicalEmail(email)
  const isInboxQuiet = await consumeAttemptIfLeft([
    limits.resetMailByInboxAndNetwork(inbox, network),
    limits.resetMailByInbox(inbox),
  ])
  await deps.db.transaction(async (db) => {
    await lockAddress(db, email)
    const [user] = await db.select({ name: users.name }).from(users).where(eq(users.email, email))
    const token = randomBytes(32).toString('base64url')
    const isLinkMade = await makeLink(db, { email, token, onlyIfNoneIsFresh: !isInboxQuiet })
    const template = () => resetMail({ name: user?.name ?? '', token, publicUrl: deps.publicUrl() })
    await doOrUndo(db, isLinkMade, (db) =>
      deps.queueMail(db, { to: email, template, isUrgent: true }),
    )
  })
}

/** False for an address without an account, and for one that has a fresh link if none is to be made then. */
async function makeLink(
  db: Database,
  link: { email: string; token: string; onlyIfNoneIsFresh: boolean },
): Promise<boolean> {
  const freshLink = db
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(
      and(
        eq(passwordResets.userId, users.id),
        isNull(passwordResets.usedAt),
        gt(passwordResets.expiresAt, inMinutes(linkLifetimeInMinutes - freshLinkInMinutes)),
      ),
    )
  const account = db
    .select({
      tokenHash: sql`${hashToken(link.token)}`.as('token_hash'),
      userId: users.id,
      expiresAt: inMinutes(linkLifetimeInMinutes).as('expires_at'),
      usedAt: sql`null::timestamptz`.as('used_at'),
    })
    .from(users)
    .where(
      and(eq(users.email, link.email), link.onlyIfNoneIsFresh ? notExists(freshLink) : undefined),
    )
  const { userId } = passwordResets
  const links = await db.insert(passwordResets).select(account).returning({ userId })
  return links.length > 0
}

function inMinutes(minutes: number): SQL {
  return sql`now() + make_interval(mins => ${minutes})`
}
