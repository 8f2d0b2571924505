import { eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { bundles } from '../tables.ts'

/**
 * Until commit, nobody changes the bundle: its price and its courses, which are read one after the other,
 * belong together. Whoever changes one writes its row before its courses.
 */
export async function lockBundle(db: Database, id: string): Promise<void> {
  await db.select({ id: bundles.id }).from(bundles).where(eq(bundles.id, id)).for('share')
}
