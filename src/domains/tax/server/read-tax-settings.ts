import { desc } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { taxSettings } from './tables.ts'

export type TaxSettings = typeof taxSettings.$inferSelect

/** What the academy is to the tax office now; null: it never said. */
export async function readTaxSettings(db: Database): Promise<TaxSettings | null> {
  const [current] = await db.select().from(taxSettings).orderBy(desc(taxSettings.id)).limit(1)
  return current ?? null
}

/** Those of a registered seller; null: no tax is collected. */
export async function readRegistration(
  db: Database,
): Promise<(TaxSettings & { gstin: string }) | null> {
  const settings = await readTaxSettings(db)
  return settings !== null && settings.gstin !== null
    ? { ...settings, gstin: settings.gstin }
    : null
}
