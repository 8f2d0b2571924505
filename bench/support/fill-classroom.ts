import type pg from 'pg'
import { assignment } from '../../src/domains/assignments/assignment.ts'
import { quizQuestion, quizSettings } from '../../src/domains/quizzes/quiz.ts'
import { filling, idOf } from './fill-database.ts'

/** Of learner `n`, who asks in the first lesson of their first course, and whether it is answered. */
export const questionOf = (n: number): string => idOf(n).replace(/^0{8}/, '60000000')
export const asks = (n: number): boolean => n % 7 === 1

const idIn = (place: string) => `('${place}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const learnerId = idIn('00000000')
const questionId = idIn('60000000')
const attemptId = idIn('70000000')
const courseId = `'course-' || n % ${filling.courses}`
const videoId = `${courseId} || '-video-0'`
const at = `now() - make_interval(mins => ((n * 31) % 525600)::int)`

/**
 * What learners leave in classrooms, before `fillLearners`, which has all tables analysed: ten notes of each, a try of
 * each at a quiz, a question of every seventh, a review and an assignment of every fifth, a plan of every
 * third. Some of it waits for staff: the more learners, the more.
 */
export async function fillClassrooms(
  pool: pg.Pool,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const people = `generate_series(${from}, ${to}) n`
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await publishTasks(client)
    await client.query(`
      insert into notes (learner_id, id, course_id, video_id, film, at_second, text, revision, written_at)
      select ${learnerId}, gen_random_uuid(), ${courseId}, ${courseId} || '-video-' || place, 1, 5 * place,
             'Count the beats ' || place, gen_random_uuid(), ${at}
        from ${people}, generate_series(0, 9) place;
      insert into questions (id, course_id, video_id, learner_id, title, trigrams, asked_at, answers)
      select ${questionId}, ${courseId}, ${videoId}, ${learnerId}, 'Which phone ' || n || '?',
             array_to_tsvector(array[' ph', 'pho', 'hon', 'one', 'ne ']), ${at}, (n % 70 <> 1)::int
        from ${people} where n % 7 = 1;
      insert into answers (id, question_id, learner_id, body, written_at)
      select gen_random_uuid(), ${questionId}, ${learnerId}, 'The one you have.', ${at}
        from ${people} where n % 7 = 1 and n % 70 <> 1;
      insert into reviews (id, course_id, learner_id, stars, words, written_at, answer, answered_at)
      select gen_random_uuid(), ${courseId}, ${learnerId}, 1 + n % 5, 'Clear and short.', ${at}, answer,
             case when answer is not null then now() end
        from ${people}, lateral (select case when n % 50 <> 1 then 'Thank you.' end as answer) answered
       where n % 5 = 1;
      insert into submissions (id, learner_id, course_id, video_id, text, handed_in_at, answers, outcome)
      select gen_random_uuid(), ${learnerId}, ${courseId}, ${videoId}, 'My storyboard.', ${at},
             (n % 50 <> 1)::int, case when n % 50 <> 1 then 'again' end
        from ${people} where n % 5 = 1;
      insert into quiz_attempts (id, learner_id, course_id, video_id, number, seed, questions, pass_mark,
             started_at, submitted_at, score, is_passed)
      select ${attemptId}, ${learnerId}, ${courseId}, ${videoId}, 1, 1,
             '[{"id": "q", "version": 1, "shown": []}]', 70, ${at}, ${at}, 0, false
        from ${people};
      insert into quiz_answers (attempt_id, question_id, version, answer, fraction)
      select ${attemptId}, 'q', 1, '{"given": false}', 0 from ${people};
      insert into study_plans (learner_id, weekdays, hour, minutes, since)
      select ${learnerId}, '{1, 3, 6}', 19, 20, current_date - 100 from ${people} where n % 3 = 1;
      insert into played_days (learner_id, day, seconds)
      select ${learnerId}, current_date - 3 * day, 600 from ${people}, generate_series(0, 19) day
       where n % 3 = 1`)
  } finally {
    client.release(true)
  }
}

/** A quiz and an assignment in the first lesson of every course. */
async function publishTasks(client: pg.PoolClient): Promise<void> {
  const question = quizQuestion.parse({ kind: 'true_false', text: 'A film needs a crew.' })
  const instructions = 'Cut **one** reel.'
  const asked = assignment.parse({ title: 'Your first reel', instructions, due_days: 7 })
  const publish = (table: string, column: string, value: object) =>
    client.query(
      `insert into ${table} select id || '-video-0', ${column} from courses on conflict do nothing`,
      [value],
    )
  await publish(
    'quizzes (video_id, course_id, settings, film)',
    'id, $1, 1',
    quizSettings.parse({}),
  )
  await publish(
    'quiz_questions (video_id, id, version, position, question, film)',
    `'q', 1, 0, $1, 1`,
    question,
  )
  await publish('assignments (video_id, course_id, settings)', 'id, $1', asked)
}
