import { sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'

/**
 * Deletes what has run out: sessions, sign-ups, reset links, Google tokens and counters; devices unused for 400 days,
 * which is as long as browsers keep a cookie; mails after 90 days.
 */
export async function forgetOldAccountData(db: Database): Promise<void> {
  await db.execute(sql`delete from sessions where expires_at < now()`)
  await db.execute(sql`delete from sign_up_attempts where expires_at < now() - interval '1 day'`)
  await db.execute(sql`delete from known_devices where last_used_at < now() - interval '400 days'`)
  // Written by processes of an earlier version only.
  await db.execute(sql`delete from pending_sign_ups where expires_at < now() - interval '1 day'`)
  await db.execute(sql`delete from password_resets where expires_at < now() - interval '1 day'`)
  // A minute's grace: whoever checks a token's time of expiry allows for clocks that differ.
  await db.execute(
    sql`delete from used_google_tokens where expires_at < now() - interval '1 minute'`,
  )
  await db.execute(
    sql`delete from rate_limits where expire < extract(epoch from clock_timestamp()) * 1000`,
  )
  // Those with a cause must never be mailed twice, so they stay.
  await db.execute(
    sql`delete from mails where cause is null and queued_at < now() - interval '90 days'`,
  )
}
