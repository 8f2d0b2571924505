import type pg from 'pg'
import { idOf } from './fill-database.ts'

export const largeCourse = {
  id: 'large-course',
  modules: 100,
  lessonsInModule: 20,
  /** Half of these to the end, half of them to the middle. */
  lessonsPlayed: 20,
}
const lessons = largeCourse.modules * largeCourse.lessonsInModule

export const lessonOf = (place: number): string => `lesson-${place % lessons}`
/** Learners begin at different places of the course. */
export const firstPlaceOf = (learner: number): number => (learner * 7) % lessons

const learnerId = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/** A course of 2,000 lessons, and learners with sessions who are all in the middle of it. */
export async function fillLargeCourse(pool: pg.Pool, learners: number): Promise<void> {
  const { id, modules, lessonsInModule, lessonsPlayed } = largeCourse
  const people = `generate_series(1, ${learners}) n`
  const client = await pool.connect()
  try {
    await client.query(`
      set session_replication_role = replica;
      set synchronous_commit = off;
      set maintenance_work_mem = '512MB'`)
    await client.query(`
      insert into courses (id, title, description, price_in_paise)
      values ('${id}', 'A large course', 'Everything there is to know.', 499900);
      insert into modules (id, course_id, position, title)
      select gen_random_uuid(), '${id}', position, 'Module ' || position
        from generate_series(0, ${modules - 1}) position;
      insert into videos (id, course_id, module_id, position, title, url, duration)
      select 'lesson-' || (modules.position * ${lessonsInModule} + place), '${id}', modules.id, place,
             'Lesson ' || place, 'https://videos.example/' || modules.position || '-' || place || '.mp4',
             '5 min'
        from modules, generate_series(0, ${lessonsInModule - 1}) place`)
    await client.query(`
      insert into users (id, email, name, password_hash)
      select ${learnerId}, 'learner' || n || '@bench.test', 'Learner ' || n, '' from ${people};
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(convert_to('bench' || lpad(n::text, 38, '0'), 'UTF8')), ${learnerId},
             now() + interval '30 days' from ${people};
      insert into entitlements (learner_id, course_id, since)
      select ${learnerId}, '${id}', now() - interval '90 days' from ${people};
      insert into course_progress (learner_id, course_id, percent)
      select ${learnerId}, '${id}', 100 * ${lessonsPlayed * 0.75}::real / ${lessons} from ${people}`)
    await client.query(`
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
             duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at)
      select ${learnerId}, '${id}', 'lesson-' || ((n * 7 + place) % ${lessons}), 150, 300,
             case when isDone then '[[0, 300]]' else '[[0, 150]]' end::jsonb,
             case when isDone then 300 else 150 end, case when isDone then 1 else 0.5 end,
             case when isDone then now() end, now() - interval '1 day'
        from ${people}, generate_series(0, ${lessonsPlayed - 1}) place,
             lateral (select place % 2 = 0 as isDone) done`)
    await client.query('update users set is_admin = true where id = $1', [idOf(1)])
    await client.query('set session_replication_role = origin')
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
}
