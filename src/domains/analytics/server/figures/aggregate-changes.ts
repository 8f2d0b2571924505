import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { isFirstToCount } from './is-first-to-count.ts'

const changesAtOnce = 5_000
/** The same day of the month before is 31 days ago at most; a few more, for clocks that differ. */
const keptMinutesInDays = 40

/**
 * Adds what has changed to the figures of days and courses until nothing is left. Taking the changes
 * away and adding them is one transaction: killed at any moment, each counts once.
 */
export async function aggregateChanges(
  db: Database,
  { atOnce = changesAtOnce, stopping }: { atOnce?: number; stopping?: AbortSignal } = {},
): Promise<number> {
  let all = 0
  for (;;) {
    const taken = await db.transaction((db) => addSome(db, atOnce))
    all += taken
    if (taken < atOnce || stopping?.aborted) return all
  }
}

/** How many were taken; none while another process does this. */
async function addSome(db: Database, atOnce: number): Promise<number> {
  if (!(await isFirstToCount(db))) return 0
  const { rows } = await db.execute<{ taken: number }>(sql`
    with taken as (
      delete from insight_changes
       where id in (select id from insight_changes order by id limit ${atOnce})
      returning day, minute, course_id, figure, amount
    ), summed as (
      select day, course_id, figure, sum(amount) as amount from taken group by 1, 2, 3
    ), in_days as (
      insert into insight_days (figure, day, course_id, amount)
      select figure, day, course_id, amount from summed where day is not null
       union all
      select figure, day, '', sum(amount) from summed
       where day is not null and course_id <> '' group by figure, day
          on conflict (figure, course_id, day) do update
         set amount = insight_days.amount + excluded.amount
    ), in_minutes as (
      insert into insight_minutes (day, minute, figure, amount)
      select day, minute, figure, sum(amount) from taken
       where minute is not null and day >= india_day(now()) - ${keptMinutesInDays}::integer
       group by 1, 2, 3 having sum(amount) <> 0
          on conflict (day, minute, figure) do update
         set amount = insight_minutes.amount + excluded.amount
    ), forgotten as (
      delete from insight_minutes where day < india_day(now()) - ${keptMinutesInDays}::integer
    ), in_totals as (
      insert into insight_totals (course_id, figure, amount)
      select course_id, figure, sum(amount) from summed where course_id <> ''
       group by course_id, figure
          on conflict (course_id, figure) do update
         set amount = insight_totals.amount + excluded.amount
    )
    select count(*)::integer as taken from taken`)
  return rows[0]?.taken ?? 0
}
