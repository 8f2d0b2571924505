import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Device, rememberDevice } from './device.ts'
import { passwordChangedMail } from './mail-templates.ts'
import { hashPassword } from './passwords.ts'
import type { ResetDependencies } from './request-password-reset.ts'
import { makeAlert } from './security/alerts.ts'
import { closeAllSessions, hashToken } from './sessions.ts'
import { knownDevices, passwordResets, users } from './tables.ts'

interface ResetInput {
  token: string
  password: string
  /** Becomes the only known device of the person: who opened the link reads their mail. */
  device: Device
}

/**
 * Sets the new password, uses up every open link of the person and ends all their sessions. An account that
 * was locked is open again; a second step stays what it is. Resolves to whose it was. A link that is none costs no hashing.
 */
export async function resetPassword(
  deps: Pick<ResetDependencies, 'db' | 'queueMail' | 'publicUrl'>,
  input: ResetInput,
): Promise<string> {
  const tokenHash = hashToken(input.token)
  const userId = await findUserOf(deps.db, tokenHash)
  if (userId === null) throw new ProblemError('reset_link_unusable')
  const passwordHash = await hashPassword(input.password)
  return deps.db.transaction(async (db) => {
    // The account first and the link then, as whoever changes its address: they would wait for each other.
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [used] = await db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(isOpenLink(tokenHash)) // still: a parallel request may have been faster
      .returning()
    if (!used) throw new ProblemError('reset_link_unusable')
    await db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(and(eq(passwordResets.userId, used.userId), isNull(passwordResets.usedAt)))
    const [user] = await db
      .update(users)
      .set({ passwordHash, lockedAt: null })
      .where(eq(users.id, used.userId))
      .returning()
    if (!user) throw new ProblemError('reset_link_unusable')
    await closeAllSessions(db, user.id)
    await db.delete(knownDevices).where(eq(knownDevices.userId, user.id))
    await rememberDevice(db, user.id, input.device)
    const token = await makeAlert(db, user.id)
    const template = () =>
      passwordChangedMail({ name: user.name, token, publicUrl: deps.publicUrl() })
    await deps.queueMail(db, { to: user.email, template })
    return user.id
  })
}

function isOpenLink(tokenHash: Buffer) {
  return and(
    eq(passwordResets.tokenHash, tokenHash),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, sql`now()`),
  )
}

/** Null: the link is none, or not open any more. */
async function findUserOf(db: Database, tokenHash: Buffer): Promise<string | null> {
  const [link] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(isOpenLink(tokenHash))
  return link?.userId ?? null
}
