import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { lockUntilCommit } from '../../platform/database/lock-until-commit.ts'
import { addUpChanges } from './add-up-changes.ts'

/**
 * Counts a day's figures again from the rows themselves, for repair. What differs is added as one more
 * change. Page views stay: nothing else tells of them. One statement sees changes and rows at the same
 * moment, so what is reported meanwhile is neither lost nor counted twice.
 */
export async function recountDay(
  db: Database,
  day: string,
  /** Runs in its transaction. */
  note: (db: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  await db.transaction(async (db) => {
    await lockUntilCommit(db, 'insight')
    await note(db)
    await db.execute(sql`
      with gone as (
        delete from insight_changes where day = ${day}::date and figure <> 'views'
      ), truth as (
        select f.* from orders, order_figures(orders) f
         union all
        select f.* from refunds, refund_figures(refunds) f
         union all
        select f.* from users, learner_figures(users) f
         union all
        select f.* from alarms, alarm_figures(alarms) f
         union all
        select f.* from course_progress, completion_figures(course_progress) f
      ), of_minutes as (
        select minute, figure, amount from truth where day = ${day}::date
         union all
        select minute, figure, -amount from insight_minutes where day = ${day}::date
      ), in_minutes as (
        insert into insight_minutes (day, minute, figure, amount)
        select ${day}::date, minute, figure, sum(amount) from of_minutes
         group by minute, figure having sum(amount) <> 0
            on conflict (day, minute, figure) do update
           set amount = insight_minutes.amount + excluded.amount
      ), counted as (
        select course_id, figure, amount from truth where day = ${day}::date
         union all
        select course_id, figure, -amount from insight_days
         where day = ${day}::date and figure <> 'views'
           and (course_id <> '' or figure in ('learners', 'alarms'))
      )
      insert into insight_changes (day, course_id, figure, amount)
      select ${day}::date, course_id, figure, sum(amount) from counted
       group by course_id, figure having sum(amount) <> 0`)
  })
  await addUpChanges(db)
}
