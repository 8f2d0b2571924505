import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import type { Database } from '../../../platform/database/database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
const { db } = database
const courses = [await makeCourse(db), await makeCourse(db)]

const step = fc.record({
  kind: fc.constantFrom('own', 'lose', 'begin', 'complete', 'forget', 'play', 'unplay'),
  course: fc.nat({ max: 1 }),
  daysAgo: fc.integer({ min: 1, max: 30 }),
})
type Step = { kind: string; course: number; daysAgo: number }
const transaction = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  isRolledBack: fc.boolean(),
})

test('whatever happens, in turn or at once, a standing is what the rows themselves say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(transaction, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (transactions, isAtOnce) => {
        const learner = await makeLearner(db)
        const run = ({ steps, isRolledBack }: (typeof transactions)[number]) =>
          db
            .transaction(async (inner) => {
              // Two transactions lock what they share in one order, as the product's own do.
              for (const one of steps.toSorted(byPlace)) await perform(inner, learner.id, one)
              if (isRolledBack) inner.rollback()
              // The triggers' work done and not yet to be seen by others, for longer than a commit takes.
              await inner.execute(sql`set constraints all immediate`)
              await inner.execute(sql`select pg_sleep(0.003)`)
            })
            .catch((error: unknown) => {
              if (!isRolledBack) throw error
            })
        if (isAtOnce) await Promise.all(transactions.map(run))
        else for (const one of transactions) await run(one)
        expect(await readKept(learner.id, isAtOnce)).toEqual(await recount(learner.id))
      },
    ),
    { numRuns: 50 },
  )
})

test('who plays one course and forgets another does not wait for who waits for them', async () => {
  const learner = await makeLearner(db)
  const at = (kind: string, course: number, daysAgo = 1) => ({ kind, course, daysAgo })
  const doNow = async (inner: Database, one: Step) => {
    await perform(inner, learner.id, one)
    await inner.execute(sql`set constraints all immediate`)
  }
  await db.transaction(async (inner) => {
    for (const one of [at('own', 0), at('own', 1), at('play', 1)]) await doNow(inner, one)
  })

  let other: Promise<void> | undefined
  await db.transaction(async (inner) => {
    // Before the learner's last play: only the course has something to note.
    await doNow(inner, at('play', 0, 20))
    other = db.transaction(async (beside) => doNow(beside, at('begin', 0)))
    await vi.waitFor(async () => expect(await countBlocked(db)).toBe(1))
    await doNow(inner, at('unplay', 1))
  })
  await other

  expect(await readKept(learner.id, true)).toEqual(await recount(learner.id))
})

const order = ['own', 'lose', 'begin', 'complete', 'forget', 'play', 'unplay']
function byPlace(one: Step, other: Step): number {
  return order.indexOf(one.kind) - order.indexOf(other.kind) || one.course - other.course
}

async function perform(inner: Database, id: string, { kind, course, daysAgo }: Step) {
  const courseId = courses[course]?.id
  const own = sql`learner_id = ${id} and course_id = ${courseId}`
  const statements: Record<string, SQL> = {
    own: sql`insert into entitlements values (${id}, ${courseId}, now()) on conflict do nothing`,
    lose: sql`delete from entitlements where ${own}`,
    begin: sql`insert into course_progress values (${id}, ${courseId}, 10) on conflict do nothing`,
    complete: sql`update course_progress set completed_at = now() where ${own}`,
    forget: sql`delete from course_progress where ${own}`,
    play: sql`
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
             duration_in_seconds, played, played_in_seconds, fraction, reported_at)
      values (${id}, ${courseId}, ${courses[course]?.videoIds[0]}, 1, 10, '[]', 0, 0, now() - make_interval(days => ${daysAgo}))
          on conflict (learner_id, course_id, video_id)
          do update set reported_at = excluded.reported_at`,
    unplay: sql`delete from video_progress where ${own}`,
  }
  const statement = statements[kind]
  if (!statement) throw new Error(`No such step: ${kind}`)
  await inner.execute(statement)
}

/**
 * What is kept, with the true moment of the last play where the kept one is within an hour before it, or
 * merely before it if a course was bought while it played.
 */
async function readKept(id: string, isAtOnce: boolean) {
  const { rows: courses } = await db.execute(sql`
    select course_id, is_begun, is_completed, ${roughly(sql`kept.course_id`, isAtOnce)} as played_at
      from course_standings kept where learner_id = ${id} order by course_id`)
  const { rows } = await db.execute(sql`
    select has_never_started, has_unfinished, ${roughly(null, false)} as played_at
      from learner_standings kept where learner_id = ${id}`)
  return { courses, ...rows[0] }
}

function roughly(courseId: SQL | null, isAtOnce: boolean) {
  const truth = sql`(select max(reported_at) from video_progress played
    where played.learner_id = kept.learner_id
      ${courseId === null ? sql`` : sql`and played.course_id = ${courseId}`})`
  return sql`case when ${truth} - played_at between interval '0' and interval '1 hour' then ${truth}
                  when ${isAtOnce} and coalesce(played_at <= ${truth}, true) then ${truth}
                  else played_at end`
}

async function recount(id: string) {
  const { rows: courses } = await db.execute(sql`
    select course_id, percent is not null as is_begun, completed_at is not null as is_completed,
           (select max(reported_at) from video_progress played
             where played.learner_id = ${id} and played.course_id = owned.course_id) as played_at
      from entitlements owned left join course_progress using (learner_id, course_id)
     where learner_id = ${id} order by course_id`)
  const { rows } = await db.execute(sql`
    select exists (select from entitlements where learner_id = ${id})
           and not exists (select from course_progress join entitlements using (learner_id, course_id)
                            where learner_id = ${id}) as has_never_started,
           exists (select from course_progress join entitlements using (learner_id, course_id)
                    where learner_id = ${id} and completed_at is null) as has_unfinished,
           (select max(reported_at) from video_progress where learner_id = ${id}) as played_at`)
  return { courses, ...rows[0] }
}
