import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts'
import { indiaTimeZone } from '../../../../shared/format-date.ts'
import { aggregateChanges } from './aggregate-changes.ts'

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
  // Asking a function about each of a million rows takes longer than a statement may.
  const isOfDay = (column: string) => sql`(
    ${sql.identifier(column)} >= ${day}::date::timestamp at time zone ${indiaTimeZone}::text
    and ${sql.identifier(column)} < (${day}::date + 1)::timestamp at time zone ${indiaTimeZone}::text)`
  await db.transaction(async (db) => {
    await lockUntilCommit(db, 'insight')
    await note(db)
    await db.execute(sql`
      with gone as (
        delete from insight_changes where day = ${day}::date and figure <> 'views'
      ), truth as (
        select f.* from orders, order_figures(orders) f
         where ${isOfDay('created_at')} or ${isOfDay('completed_at')}
         union all
        select f.* from order_returns, return_figures(order_returns) f
         where ${isOfDay('returned_at')}
         union all
        select f.* from users, learner_figures(users) f where ${isOfDay('created_at')}
         union all
        select f.* from alarms, alarm_figures(alarms) f where ${isOfDay('raised_at')}
         union all
        select f.* from course_progress, completion_figures(course_progress) f
         where ${isOfDay('completed_at')}
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
  await aggregateChanges(db)
}
