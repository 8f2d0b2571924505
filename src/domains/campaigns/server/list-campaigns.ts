import { desc, eq } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type * as contract from '../contract.ts'
import { campaignColumns, describeCampaign } from './describe-campaign.ts'
import { letters } from './tables.ts'

/** One page, newest first. */
export async function listCampaigns(
  db: Database,
  { cursor, limit }: QueryOf<typeof contract.listCampaigns>,
): Promise<ResponseOf<typeof contract.listCampaigns>> {
  const rows = await db
    .select(campaignColumns)
    .from(letters)
    .leftJoin(courses, eq(courses.id, letters.courseId))
    .where(isBehind(letters.createdAt, letters.id, cursor))
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit, { canGo: true })
  return { letters: page.map(describeCampaign), next_cursor }
}
