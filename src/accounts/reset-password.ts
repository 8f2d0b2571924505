import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Refusal } from '../http/problem.ts'
import type { QueueMail } from '../outside/mail/queue-mail.ts'
import type { Database } from '../platform/database.ts'
import { passwordChangedLetter, resetLetter } from './letters.ts'
import { hashPassword } from './passwords.ts'
import { closeAllSessions, hashToken } from './sessions.ts'
import { passwordResets, users } from './tables.ts'

export interface ResetDependencies {
  db: Database
  queueMail: QueueMail
  publicUrl: () => string
}

const linkLifetimeInMinutes = 30

/** Mails a single-use link to an address that has an account; does nothing, silently, for others. */
export async function requestPasswordReset(deps: ResetDependencies, email: string): Promise<void> {
  await deps.db.transaction(async (db) => {
    const [user] = await db.select().from(users).where(eq(users.email, email))
    if (!user) return
    const token = randomBytes(32).toString('base64url')
    await db.insert(passwordResets).values({
      tokenHash: hashToken(token),
      userId: user.id,
      expiresAt: sql`now() + make_interval(mins => ${linkLifetimeInMinutes})`,
    })
    const letter = resetLetter({ name: user.name, token, publicUrl: deps.publicUrl() })
    await deps.queueMail(db, { to: email, letter })
  })
}

/**
 * Sets the new password, uses up every open link of the person and ends all their sessions.
 * Resolves to whose it was.
 */
export async function resetPassword(
  deps: ResetDependencies,
  input: { token: string; password: string },
): Promise<string> {
  const passwordHash = await hashPassword(input.password)
  return deps.db.transaction(async (db) => {
    const [used] = await db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(
        sql`${passwordResets.tokenHash} = ${hashToken(input.token)}
            and ${passwordResets.usedAt} is null and ${passwordResets.expiresAt} > now()`,
      )
      .returning()
    if (!used) throw new Refusal('reset_link_unusable')
    await db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(sql`${passwordResets.userId} = ${used.userId} and ${passwordResets.usedAt} is null`)
    const [user] = await db
      .update(users)
      .set({ passwordHash })
      .where(eq(users.id, used.userId))
      .returning()
    if (!user) throw new Refusal('reset_link_unusable')
    await closeAllSessions(db, user.id)
    await deps.queueMail(db, { to: user.email, letter: passwordChangedLetter({ name: user.name }) })
    return user.id
  })
}
