import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { isFirstToCount } from './is-first-to-count.ts'
import { resizeParts } from './resize-parts.ts'

const changesAtOnce = 2_000

/**
 * Counts for each lesson which parts of its film learners have played, from what changed since the last
 * time. A learner counts once for a part, however often it was played.
 */
export async function aggregatePlays(
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

async function addSome(db: Database, atOnce: number): Promise<number> {
  if (!(await isFirstToCount(db))) return 0
  await measureNewFilms(db)
  const { rows } = await db.execute<{ taken: number }>(sql`
    with taken as (
      delete from played_changes changed using lesson_audiences audience
       where changed.ctid = any (array(select ctid from played_changes limit ${atOnce}))
         and audience.video_id = changed.video_id
         and audience.film = coalesce(changed.new_film, changed.old_film)
      returning changed.*, audience.part_in_seconds
    ), parts as (
      select video_id, new_film as film, part, 1 as learners
        from taken, parts_played(new_played, part_in_seconds) part
       union all
      -- Of a film that was replaced what was played stays counted.
      select video_id, old_film, part, -1
        from taken, parts_played(old_played, part_in_seconds) part
       where new_film is null or new_film = old_film
    ), in_parts as (
      insert into lesson_parts (video_id, film, part, learners)
      select video_id, film, part, sum(learners) from parts
       group by video_id, film, part having sum(learners) <> 0
          on conflict (video_id, film, part) do update
         set learners = lesson_parts.learners + excluded.learners
    ), people as (
      select video_id, coalesce(new_film, old_film) as film,
             sum(case when new_film is null then -1 when new_film = old_film then 0 else 1 end)
               as learners
        from taken group by 1, 2
    ), in_audiences as (
      update lesson_audiences
         set learners = lesson_audiences.learners + people.learners
        from people
       where lesson_audiences.video_id = people.video_id and lesson_audiences.film = people.film
    )
    select count(*)::integer as taken from taken`)
  await resizeParts(db)
  return rows[0]?.taken ?? 0
}

/** Films that nobody had played so far. */
async function measureNewFilms(db: Database): Promise<void> {
  await db.execute(sql`
    insert into lesson_audiences (video_id, film, part_in_seconds)
    select distinct on (1, 2) video_id, coalesce(new_film, old_film),
           greatest(1, ceil(least(duration_in_seconds, 1e6) / 200))
      from (select * from played_changes limit ${100 * changesAtOnce}) changed
        on conflict do nothing`)
}
