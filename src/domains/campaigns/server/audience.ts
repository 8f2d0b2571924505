import { and, asc, eq, gt, inArray, lte, not, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import { consentsTo, mayGet } from '../../accounts/server/mail-consents.ts'
import { mailConsents, users } from '../../accounts/server/tables.ts'
import { courseStandings } from '../../learners/server/tables.ts'
import { stalledAfterInDays } from '../campaign-labels.ts'
import type { CampaignRow } from './tables.ts'

type Meant = Pick<CampaignRow, 'list' | 'audience' | 'courseId'>

/** How many would get such a letter now. */
export function countAudience(db: Database, letter: Meant): Promise<number> {
  return db.$count(sql`(${selectMembers(letter)}) as members`)
}

/** The next of those who had an account when the letter began, by id. */
export async function listAudience(
  db: Database,
  letter: CampaignRow,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, selectMembers(letter, after)),
        after === null ? undefined : gt(users.id, after),
        letter.begunAt === null ? undefined : lte(users.createdAt, letter.begunAt),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The ids of all who are meant, agree to such mails and may get them. */
function selectMembers(letter: Meant, after: string | null = null) {
  const build = new QueryBuilder()
  if (letter.courseId === null) {
    const { learnerId } = mailConsents
    const isBehind = after === null ? undefined : gt(learnerId, after)
    return build
      .select({ learnerId })
      .from(mailConsents)
      .where(
        and(
          eq(mailConsents.list, letter.list),
          mailConsents.isGiven,
          isBehind,
          mayGet(letter.list, learnerId),
        ),
      )
      .$dynamic()
  }
  const { learnerId, courseId } = courseStandings
  return build
    .select({ learnerId })
    .from(courseStandings)
    .where(
      and(
        eq(courseId, letter.courseId),
        after === null ? undefined : gt(learnerId, after),
        consentsTo(letter.list, learnerId),
        howFar(letter.audience),
        mayGet(letter.list, learnerId),
      ),
    )
    .$dynamic()
}

/** What an audience says about the progress in the course. */
function howFar(audience: CampaignRow['audience']): SQL | undefined {
  const { isBegun, isCompleted, playedAt } = courseStandings
  if (audience === 'not_started') return not(isBegun)
  if (audience !== 'stalled') return undefined
  // Kept to the hour. Asking each of many for the exact moment would read millions of rows.
  const longAgo = sql`now() - make_interval(days => ${stalledAfterInDays})`
  return and(isBegun, not(isCompleted), lte(playedAt, longAgo))
}
