import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'

/** By then as many have told the length of a film as are needed to know it. */
const looksUntilLearners = 512
const askedForLength = 200

/**
 * The first learner's word for the length of a film sizes its parts. When there are twice as many
 * learners it is asked again, until there are some hundreds; only a film that turns out to be much
 * longer or shorter is counted again, from so few rows that it costs nothing.
 */
export async function resizeParts(db: Database): Promise<void> {
  const { rows } = await db.execute<{ video_id: string; film: number; part: number }>(sql`
    update lesson_audiences audience
       set sized_for = audience.learners
      from (select known.video_id, known.film, known.part_in_seconds,
                   (select greatest(1, ceil(least(
                             percentile_disc(0.5) within group (order by duration_in_seconds), 1e6)
                           / 200))::integer
                      from (select duration_in_seconds from video_progress
                             where video_progress.video_id = known.video_id
                               and video_progress.film = known.film
                             limit ${askedForLength}) lengths) as part
              from lesson_audiences known
             where sized_for < ${looksUntilLearners}
               and learners > 0 and learners >= 2 * sized_for) measured
     where audience.video_id = measured.video_id and audience.film = measured.film
    returning audience.video_id, audience.film,
              case when measured.part > audience.part_in_seconds
                     or measured.part * 2 <= audience.part_in_seconds then measured.part end as part`)
  for (const { video_id: videoId, film, part } of rows) {
    if (part !== null) await recountLesson(db, { videoId, film, partInSeconds: part })
  }
}

/**
 * Counts a film's learners again from all rows of it. The changes that are taken away and the rows that
 * are counted are seen at one moment.
 */
export async function recountLesson(
  db: Database,
  { videoId, film, partInSeconds }: { videoId: string; film: number; partInSeconds: number },
): Promise<void> {
  await db.execute(sql`delete from lesson_parts where video_id = ${videoId} and film = ${film}`)
  await db.execute(sql`
    with gone as (
      delete from played_changes
       where video_id = ${videoId} and coalesce(new_film, old_film) = ${film}
    ), kept as (
      select played from video_progress where video_id = ${videoId} and film = ${film}
       union all
      select played from earlier_plays where video_id = ${videoId} and film = ${film}
    ), in_parts as (
      insert into lesson_parts (video_id, film, part, learners)
      select ${videoId}, ${film}, part, count(*)
        from kept, parts_played(played, ${partInSeconds}) part group by part
    )
    update lesson_audiences
       set part_in_seconds = ${partInSeconds}, learners = (select count(*) from kept)
     where video_id = ${videoId} and film = ${film}`)
}
