import { asc, eq, gt, or, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { countLostOf } from '../../../integrations/mail/count-lost-campaigns.ts'
import type { Database } from '../../../platform/database/database.ts'
import type * as contract from '../contract.ts'
import { hasStopped } from './has-stopped.ts'
import { letters } from './tables.ts'

const aWeekAgo = sql`now() - interval '7 days'`

/** Letters that have stopped, and those of which mails did not arrive for a week; the oldest first. */
export async function listCampaignTroubles(
  db: Database,
): Promise<ResponseOf<typeof contract.listCampaignTroubles>> {
  const ofLate = db
    .select({
      id: letters.id,
      subject: letters.subject,
      begunAt: letters.begunAt,
      has_stopped: sql<boolean>`${hasStopped}`.as('has_stopped'),
      not_arrived: sql<number>`${countLostOf(db, letters.id)}`.mapWith(Number).as('not_arrived'),
    })
    .from(letters)
    .where(
      or(
        eq(letters.state, 'scheduled'),
        eq(letters.state, 'sending'),
        gt(letters.finishedAt, aWeekAgo),
      ),
    )
    .as('of_late')
  const { id, subject, has_stopped, not_arrived } = ofLate
  const troubled = await db
    .select({ id, subject, has_stopped, not_arrived })
    .from(ofLate)
    .where(or(has_stopped, gt(not_arrived, 0)))
    .orderBy(asc(ofLate.begunAt))
  return { letters: troubled }
}
