import { resealAppSecrets } from '../domains/accounts/server/security/sealing.ts'
import { resealBadgeKeys } from '../domains/certificates/server/badges/badge-keys.ts'
import { resealDocumentKeys } from '../domains/certificates/server/signed-pdf/document-keys.ts'
import { resealPushKeys } from '../domains/reminders/server/push-keys.ts'
import type { Database } from '../platform/database/database.ts'
import type { Reseal } from '../platform/seal.ts'

/** All that is sealed under the key of the settings beside them. */
export async function resealOthers(db: Database, reseal: Reseal): Promise<void> {
  await resealAppSecrets(db, reseal)
  await resealBadgeKeys(db, reseal)
  await resealDocumentKeys(db, reseal)
  await resealPushKeys(db, reseal)
}
