import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { authenticatorApps } from '../../src/domains/accounts/server/tables.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** What the app shows now, or showed so long ago. */
export function codeOf(secret: string, { secondsAgo = 0 } = {}): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() - secondsAgo * 1000 })
}

/** As if so much time had passed that the app shows another code. */
export async function laterOn({ db }: { db: Database }, { id }: { id: string }): Promise<void> {
  await db.update(authenticatorApps).set({ lastStep: null }).where(eq(authenticatorApps.userId, id))
}
