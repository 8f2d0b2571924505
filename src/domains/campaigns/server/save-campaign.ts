import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { readSale } from '../../catalogue/server/read-sale.ts'
import type { Campaign, CampaignInput } from '../contract.ts'
import { campaignForAudit, lockCampaign, readCampaign } from './describe-campaign.ts'
import { type CampaignRow, letters } from './tables.ts'

/** Asked again with the same id, it answers what is there. */
export async function createCampaign(
  outer: Database,
  { id = newId(), ...input }: CampaignInput & { id?: string | undefined },
  audit: Audit,
): Promise<Campaign> {
  return outer.transaction(async (db) => {
    await requireCourse(db, input)
    const [made] = await db
      .insert(letters)
      .values({ id, ...columnsOf(input) })
      .onConflictDoNothing()
      .returning()
    if (made) await audit(db, { subject: { kind: 'letter', id }, after: campaignForAudit(made) })
    return readCampaign(db, id)
  })
}

/** Refused unless it is a draft, and as it was when it was looked at. */
export async function changeCampaign(
  outer: Database,
  { id, revision, ...input }: CampaignInput & { id: string; revision: number },
  audit: Audit,
): Promise<Campaign> {
  return outer.transaction(async (db) => {
    const before = await lockCampaign(db, id)
    requireDraft(before, revision)
    await requireCourse(db, input)
    const [after] = await db
      .update(letters)
      .set({ ...columnsOf(input), revision: sql`${letters.revision} + 1` })
      .where(eq(letters.id, id))
      .returning()
    await audit(db, { before: campaignForAudit(before), after: after && campaignForAudit(after) })
    return readCampaign(db, id)
  })
}

export async function deleteCampaign(outer: Database, id: string, audit: Audit): Promise<void> {
  await outer.transaction(async (db) => {
    const before = await lockCampaign(db, id)
    requireDraft(before, before.revision)
    await db.delete(letters).where(eq(letters.id, id))
    await audit(db, { before: campaignForAudit(before) })
  })
}

export function requireDraft(letter: CampaignRow, revision: number): void {
  if (letter.state !== 'draft') throw new ProblemError('letter_not_draft')
  if (letter.revision !== revision) throw new ProblemError('letter_changed')
}

async function requireCourse(db: Database, { course_id: courseId }: CampaignInput): Promise<void> {
  if (courseId !== null && !(await readSale(db, courseId)))
    throw new ProblemError('course_not_found')
}

function columnsOf({ course_id: courseId, list, subject, body, audience }: CampaignInput) {
  return { courseId, list, subject, body, audience }
}
