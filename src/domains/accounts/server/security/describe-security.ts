import { eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { readSecurity } from '../../security/contract.ts'
import { authenticatorApps, type users } from '../tables.ts'
import { listPasskeys } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { isPasswordEnough } from './step-up.ts'

/** By what somebody logs in, as they see it themselves. */
export async function describeSecurity(
  db: Database,
  user: typeof users.$inferSelect,
): Promise<ResponseOf<typeof readSecurity>> {
  const [app] = await db
    .select({ sealedSecret: authenticatorApps.sealedSecret, since: authenticatorApps.confirmedAt })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, user.id))
  const appSince = (app?.sealedSecret && app.since?.toISOString()) || null
  const passkeys = await listPasskeys(db, user.id)
  return {
    has_password: user.passwordHash !== null,
    has_google: user.googleSubject !== null,
    app_since: appSince,
    recovery_codes_left: await countRecoveryCodes(db, user.id),
    passkeys: passkeys.map(({ id, name, madeAt, lastUsedAt }) => ({
      id,
      name,
      created_at: madeAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    step_up_by: [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(appSince !== null ? (['code'] as const) : []),
      ...(isPasswordEnough(user, appSince !== null) ? (['password'] as const) : []),
    ],
  }
}
