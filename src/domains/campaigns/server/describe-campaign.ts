import { eq, getTableColumns } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import {
  countLostCampaigns,
  listLostCampaigns,
} from '../../../integrations/mail/count-lost-campaigns.ts'
import { mailsKeptForDays } from '../../../integrations/mail/mails-kept-for-days.ts'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type { Campaign, ListedCampaign } from '../contract.ts'
import { hasStopped } from './has-stopped.ts'
import { type CampaignRow, letters } from './tables.ts'

export const campaignColumns = {
  ...getTableColumns(letters),
  courseTitle: courses.title,
  hasStopped,
}

/** Refused with `letter_not_found`. */
export async function readCampaign(db: Database, id: string): Promise<Campaign> {
  const [row] = await db
    .select(campaignColumns)
    .from(letters)
    .leftJoin(courses, eq(courses.id, letters.courseId))
    .where(eq(letters.id, id))
  if (!row) throw new ProblemError('letter_not_found')
  return { ...describeCampaign(row), body: row.body, ...(await countLost(db, row)) }
}

/** Inside a transaction. Refused with `letter_not_found`. */
export async function lockCampaign(db: Database, id: string): Promise<CampaignRow> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id)).for('update')
  if (!letter) throw new ProblemError('letter_not_found')
  return letter
}

/** What became of its mails that the mail server did not take; null: they are not kept any more. */
async function countLost(db: Database, { id, finishedAt }: CampaignRow) {
  const keptSinceInMs = Date.now() - mailsKeptForDays * 24 * 3_600_000
  if (finishedAt !== null && finishedAt.getTime() < keptSinceInMs) {
    return { unknown: null, refused: null, withdrawn: null, not_arrived: [] }
  }
  const lost = await listLostCampaigns(db, id)
  return {
    ...(await countLostCampaigns(db, id)),
    not_arrived: lost.map(({ learnerId, recipient, reason, mayHaveArrived }) => ({
      user_id: learnerId,
      email: recipient,
      reason,
      may_have_arrived: mayHaveArrived,
    })),
  }
}

interface DescribedRow extends CampaignRow {
  courseTitle: string | null
  hasStopped: boolean
}

export function describeCampaign(row: DescribedRow): ListedCampaign {
  const at = (instant: Date | null) => instant?.toISOString() ?? null
  return {
    id: row.id,
    list: row.list,
    subject: row.subject,
    audience: row.audience,
    course_id: row.courseId,
    course_title: row.courseTitle,
    state: row.state,
    revision: row.revision,
    send_at: at(row.sendAt),
    created_at: row.createdAt.toISOString(),
    begun_at: at(row.begunAt),
    finished_at: at(row.finishedAt),
    people: row.people,
    is_counted: row.frozenAt !== null,
    mailed: row.mailed,
    left_out: row.leftOut,
    has_stopped: row.hasStopped,
  }
}

/** What the audit log keeps of a letter. */
export function campaignForAudit({ subject, list, audience, courseId, sendAt }: CampaignRow) {
  return { subject, list, audience, course_id: courseId, send_at: sendAt }
}
