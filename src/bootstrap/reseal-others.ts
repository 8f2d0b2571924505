import { resealAppSecrets } from '../domains/accounts/server/security/sealing.ts'
import { badgeKeys, documentKeys } from '../domains/certificates/server/tables.ts'
import { pushKeys } from '../domains/reminders/server/tables.ts'
import { resealSigningKeys } from '../domains/site/server/signing-keys.ts'
import type { Database } from '../platform/database/database.ts'
import type { Reseal } from '../platform/seal.ts'

/** All that is sealed under the key of the settings beside them. */
export async function resealOthers(db: Database, reseal: Reseal): Promise<void> {
  await resealAppSecrets(db, reseal)
  await resealSigningKeys(db, reseal, [badgeKeys, documentKeys, pushKeys])
}
