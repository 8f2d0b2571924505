import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Campaign } from '../contract.ts'
import { countAudience } from './audience.ts'
import { campaignForAudit, lockCampaign, readCampaign } from './describe-campaign.ts'
import { requireDraft } from './save-campaign.ts'
import { letters } from './tables.ts'

interface Schedule {
  id: string
  /** That of the letter that was looked at. */
  revision: number
  /** Null: now. */
  sendAt: Date | null
}

/** Lets a draft go out, now or later. The same letter is let go once: a second press changes nothing. */
export async function scheduleCampaign(
  outer: Database,
  { id, revision, sendAt }: Schedule,
  audit: Audit,
): Promise<Campaign> {
  return outer.transaction(async (db) => {
    const before = await lockCampaign(db, id)
    const isLetGo = before.state !== 'draft' && before.revision === revision
    if (isLetGo && isSameTime(before.sendAt, sendAt)) return readCampaign(db, id)
    requireDraft(before, revision)
    const people = await countAudience(db, before)
    if (people === 0) throw new ProblemError('letter_without_readers')
    const [after] = await db
      .update(letters)
      .set({ state: 'scheduled', sendAt: sendAt ?? sql`clock_timestamp()` })
      .where(eq(letters.id, id))
      .returning()
    await audit(db, { after: after && { ...campaignForAudit(after), people } })
    return readCampaign(db, id)
  })
}

/** Of two presses one may say "now" a moment after the other. */
function isSameTime(planned: Date | null, asked: Date | null): boolean {
  const isNow = (at: Date | null) => at === null || at.getTime() <= Date.now()
  return planned?.getTime() === asked?.getTime() || (isNow(planned) && isNow(asked))
}

/** Until it begins to go out. A draft stays one. */
export async function cancelCampaign(outer: Database, id: string, audit: Audit): Promise<Campaign> {
  return outer.transaction(async (db) => {
    const before = await lockCampaign(db, id)
    if (before.begunAt !== null) throw new ProblemError('letter_has_begun')
    await db.update(letters).set({ state: 'draft', sendAt: null }).where(eq(letters.id, id))
    await audit(db, { before: campaignForAudit(before), after: { send_at: null } })
    return readCampaign(db, id)
  })
}
