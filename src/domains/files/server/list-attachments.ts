import { inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { attachments } from './tables.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** How large each of these attachments is; those that are not there are left out. */
export async function listAttachmentSizes(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const known = [...new Set(ids)].filter((id) => uuid.test(id))
  if (known.length === 0) return new Map()
  const found = await db
    .select({ id: attachments.id, sizeInBytes: attachments.sizeInBytes })
    .from(attachments)
    .where(inArray(attachments.id, known))
  return new Map(found.map(({ id, sizeInBytes }) => [id, sizeInBytes]))
}

/** Where attachments lie, and by what they are known. */
export async function listAttachmentFiles(
  db: Database,
): Promise<Pick<typeof attachments.$inferSelect, 'key' | 'sha256' | 'sizeInBytes'>[]> {
  const { key, sha256, sizeInBytes } = attachments
  return db.selectDistinct({ key, sha256, sizeInBytes }).from(attachments)
}
