import { lt, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import {
  knownDevices,
  passwordResets,
  pendingSignUps,
  rateLimits,
  sessions,
  signUpAttempts,
  usedGoogleTokens,
} from './tables.ts'

/**
 * Deletes what has run out: sessions, sign-ups, reset links, Google tokens and counters; devices unused
 * for 400 days, which is as long as browsers keep a cookie.
 */
export async function forgetOldAccountData(db: Database): Promise<void> {
  const yesterday = sql`now() - interval '1 day'`
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(signUpAttempts).where(lt(signUpAttempts.expiresAt, yesterday))
  await db.delete(pendingSignUps).where(lt(pendingSignUps.expiresAt, yesterday))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, yesterday))
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, sql`now() - interval '400 days'`))
  // A minute's grace: whoever checks a token's time of expiry allows for clocks that differ.
  await db
    .delete(usedGoogleTokens)
    .where(lt(usedGoogleTokens.expiresAt, sql`now() - interval '1 minute'`))
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
