import type pg from 'pg'

/** Everybody is meant by the first; by the others who has the first course, and how far they are. */
export const letterOf = {
  everybody: '50000000-0000-7000-8000-000000000001',
  owners: '50000000-0000-7000-8000-000000000002',
  not_started: '50000000-0000-7000-8000-000000000003',
  stalled: '50000000-0000-7000-8000-000000000004',
}
const sentLetter = '50000000-0000-7000-8000-000000000005'

/** Few have never started, as these are the hardest to find. */
export const isUnstarted = 'n % 1000 = 500'
/** The last report of learner `n`: of a third it was weeks ago. */
export const lastPlayedAt = `now() - case when n % 3 = 1
  then make_interval(days => (20 + n % 180)::int) else interval '1 day' end`

/**
 * What does not grow with the number of learners: figures of four hundred days for every course, who
 * played each part of each lesson, letters.
 */
export async function fillInsightAndLetters(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into insight_days (figure, course_id, day, amount)
    select figure, course_id, current_date - day, 1 + day % 50
      from unnest(array['views', 'orders', 'paid', 'paid_in_paise', 'refunds', 'refunded_in_paise',
                        'learners', 'completions', 'alarms']) figure,
           (select id from courses union select '') known (course_id), generate_series(0, 400) day
        on conflict do nothing;
    insert into insight_totals (course_id, figure, amount)
    select id, figure, 1000 from courses, unnest(array['owners', 'started', 'completions']) figure
        on conflict do nothing;
    insert into lesson_audiences (video_id, film, part_in_seconds, learners, sized_for)
    select id, 1, 2, 1000, 1000 from videos on conflict do nothing;
    insert into lesson_parts (video_id, film, part, learners)
    select id, 1, part, 1000 - 5 * part from videos, generate_series(0, 149) part
        on conflict do nothing;
    insert into letters (id, list, subject, body, audience, course_id)
    select id::uuid, case when audience = 'everybody' then 'news' else 'courses' end, 'A letter',
           'Good news.', audience, case when audience <> 'everybody' then 'course-0' end
      from (values ${Object.entries(letterOf)
        .map(([audience, id]) => `('${audience}', '${id}')`)
        .join(', ')}) known (audience, id);
    insert into letters (id, list, subject, body, audience, state, send_at, created_at, begun_at,
           frozen_at, finished_at)
    select case when n = 0 then '${sentLetter}'::uuid else gen_random_uuid() end, 'news',
           'Letter ' || n, repeat('What is new. ', 50), 'everybody', 'sent', sent_at, sent_at, sent_at,
           sent_at, sent_at
      from generate_series(0, 199) n, lateral (select now() - make_interval(days => n) as sent_at) sent`)
}

/** What people said about mails, one mail that each was sent, who got a letter, and how each stands. */
export async function fillPeople(
  client: pg.PoolClient,
  {
    people,
    purchases,
    learnerId,
    courseId,
  }: Record<'people' | 'purchases' | 'learnerId' | 'courseId', string>,
): Promise<void> {
  await client.query(`
    insert into mail_consents (learner_id, list, is_given, said_at, source)
    select ${learnerId}, 'news', n % 4 <> 0, now(), 'sign_up' from ${people} where n % 2 = 0
     union all
    select ${learnerId}, 'courses', false, now(), 'mail' from ${people} where n % 20 = 0;
    insert into course_standings
    select ${learnerId}, ${courseId}, not (${isUnstarted}), coalesce(percent = 100, false),
           case when not (${isUnstarted}) then ${lastPlayedAt} end
      from ${purchases}
      left join lateral (select percent from course_progress
                          where learner_id = ${learnerId} and course_id = ${courseId}) progress on true;
    insert into learner_standings
    select ${learnerId}, created_at, ${isUnstarted}, not (${isUnstarted}),
           case when not (${isUnstarted}) then ${lastPlayedAt} end
      from ${people} join users on users.id = ${learnerId};
    insert into letter_recipients (letter_id, learner_id, state, done_at)
    select '${sentLetter}', ${learnerId}, 'mailed', now() from ${people} where n % 4 = 2;
    insert into mails (id, recipient, subject, text, html, queued_at, sent_at)
    select gen_random_uuid(), 'learner' || n || '@bench.test', 'Welcome', 'Welcome', '<p>Welcome',
           now(), now() from ${people}`)
}
