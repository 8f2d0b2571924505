import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { quickStart } from '../../../../../tests/support/quick-start.ts'
import { openTestDatabase } from '../../../../../tests/support/test-database.ts'
import { videoProgress } from '../../../learning/server/tables.ts'
import { lessonAudiences, lessonParts } from '../tables.ts'
import { aggregateChanges } from './aggregate-changes.ts'
import { aggregatePlays } from './aggregate-plays.ts'

const database = await openTestDatabase()
const { db } = database
const writers: Writer[] = []
afterAll(async () => {
  await Promise.all(writers.map(({ kill }) => kill()))
  await database.close()
})

interface World {
  courseId: string
  videoId: string
  learnerIds: string[]
}

interface Writer {
  /** How often it sent looks to the database, heard that they are kept, and did anything at all. */
  said: { sent: number; kept: number; done: number }
  kill: () => Promise<void>
}

/** Sells, plays, looks and adds up as fast as it can, whatever becomes of its connections. */
const program = `
  import { eq } from 'drizzle-orm'
  import { orders } from './src/domains/checkout/server/tables.ts'
  import { aggregateChanges } from './src/domains/analytics/server/figures/aggregate-changes.ts'
  import { aggregatePlays } from './src/domains/analytics/server/figures/aggregate-plays.ts'
  import { createPageViews } from './src/domains/analytics/server/page-views.ts'
  import { videoProgress } from './src/domains/learning/server/tables.ts'
  import { openDatabase } from './src/platform/database/database.ts'
  import { newId } from './src/platform/database/new-id.ts'
  const { courseId, videoId, learnerIds } = JSON.parse(process.env.WORLD)
  const { db } = openDatabase({ url: process.env.URL, poolSize: 4, onIdleError: () => undefined })
  const views = createPageViews(db)
  const learner = () => learnerIds[Math.floor(Math.random() * learnerIds.length)]
  const say = (word) => process.stdout.write(word)
  const works = [
    async () => {
      const id = newId()
      await db.insert(orders).values({ id, receipt: id, learnerId: learner(), courseId,
        courseTitle: 'Reels', amountInPaise: 100_000, currency: 'INR', status: 'failed' })
      await db.update(orders).set({ status: 'completed', completedAt: new Date(),
        razorpayPaymentId: 'pay_' + id }).where(eq(orders.id, id))
    },
    async () => {
      const from = Math.random() * 80
      const progress = { played: [[from, from + 15]], durationInSeconds: 100, positionInSeconds: 0,
        playedInSeconds: 0, fraction: 0, reportedAt: new Date() }
      await db.insert(videoProgress).values({ learnerId: learner(), courseId, videoId, ...progress })
        .onConflictDoUpdate({ set: progress, target: [videoProgress.learnerId,
          videoProgress.courseId, videoProgress.videoId] })
    },
    async () => {
      const asked = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
      views.note({ url: '/course/' + courseId, status: 200, asked })
      say('s')
      await views.save()
      say('k')
    },
    () => aggregateChanges(db, { atOnce: 7 }),
    () => aggregatePlays(db, { atOnce: 7 }),
  ]
  for (const work of works) {
    const again = () => work().then(() => say('d'), () => undefined).finally(() => setTimeout(again))
    void again()
  }`

/** Resolves when it has done something. */
async function startWriter(world: World): Promise<Writer> {
  const words = [...quickStart, '--input-type=module', '-e', program]
  const child: ChildProcess = spawn(process.execPath, words, {
    cwd: join(import.meta.dirname, '../../../../..'),
    env: {
      PATH: process.env['PATH'],
      URL: addressOfWriters(),
      WORLD: JSON.stringify(world),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const said = { sent: 0, kept: 0, done: 0 }
  child.stdout?.on('data', (words: Buffer) => {
    for (const word of words.toString()) {
      said[word === 's' ? 'sent' : word === 'k' ? 'kept' : 'done'] += 1
    }
  })
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  const writer = { said, kill }
  writers.push(writer)
  await vi.waitFor(() => expect(said.done).toBeGreaterThan(0), { timeout: 300_000 })
  return writer
}

function addressOfWriters(): string {
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'writer')
  return url.href
}

/** Ends the server's side of every connection of the writers; how many there were. */
async function endConnections(): Promise<number> {
  const { rows } = await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'writer'`)
  return rows.length
}

/** Figures of days, of minutes and of courses, each as lines; nothing that is nought. */
async function readFigures(): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select 'day ' || day || course_id as of, figure, amount from insight_days
     where amount <> 0 and figure in ('orders', 'paid', 'paid_in_paise')
     union all
    select 'minute ' || day || ' ' || minute, figure, amount from insight_minutes
     where amount <> 0 and figure in ('orders', 'paid', 'paid_in_paise')
     union all
    select 'total ' || course_id, figure, amount from insight_totals
     where amount <> 0 and figure in ('orders', 'paid', 'paid_in_paise')
     order by 1, 2`)
  return rows
}

async function countOrders(): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    with told as (
      select created_at as at, course_id, 'orders' as figure, 1 as amount from orders
       union all
      select completed_at, course_id, 'paid', 1 from orders where completed_at is not null
       union all
      select completed_at, course_id, 'paid_in_paise', amount_in_paise from orders
       where completed_at is not null
    ), there as (select *, at at time zone 'Asia/Kolkata' as clock from told), named as (
      select 'day ' || clock::date || course_id as of, figure, amount from there
       union all
      select 'day ' || clock::date, figure, amount from there
       union all
      select 'minute ' || clock::date || ' ' ||
             (extract(hour from clock) * 60 + extract(minute from clock))::integer, figure, amount
        from there
       union all
      select 'total ' || course_id, figure, amount from there
    )
    select of, figure, sum(amount)::bigint as amount from named group by 1, 2 order by 1, 2`)
  return rows
}

/** For each second of the film who played its middle. */
async function countLearners(videoId: string): Promise<Record<number, number>> {
  const { rows } = await db.execute<{ second: number; learners: number }>(sql`
    select second, count(*)::integer as learners
      from video_progress, jsonb_array_elements(played) one, generate_series(0, 199) second
     where video_id = ${videoId}
       and (one ->> 0)::float8 <= second + 0.5 and second + 0.5 < (one ->> 1)::float8
     group by second`)
  return Object.fromEntries(rows.map(({ second, learners }) => [second, learners]))
}

async function readLearners(videoId: string): Promise<Record<number, number>> {
  const rows = await db.select().from(lessonParts).where(eq(lessonParts.videoId, videoId))
  const played = rows.filter(({ learners }) => learners !== 0)
  return Object.fromEntries(played.map(({ part, learners }) => [part, learners]))
}

test('whatever is killed, processes or connections, each figure is what the rows say', async () => {
  const course = await makeCourse(db)
  const learners = await Promise.all(Array.from({ length: 6 }, () => makeLearner(db)))
  const [videoId = ''] = course.videoIds
  const world = { courseId: course.id, videoId, learnerIds: learners.map(({ id }) => id) }
  const started = await Promise.all([1, 2].map(() => startWriter(world)))
  let ended = 0
  for (const { kill, said } of started) {
    for (let round = 0; round < 3; round += 1) {
      // It finds connections again, soon or late.
      const found = async (): Promise<number> => {
        const connections = await endConnections()
        expect(connections).toBeGreaterThan(0)
        return connections
      }
      ended += await vi.waitFor(found, { interval: 5 })
      await delay(20 + Math.random() * 40)
    }
    const { done } = said
    // Its works go on.
    await vi.waitFor(() => expect(said.done).toBeGreaterThan(done + 5))
    // Each has played by now, also whom chance chose last.
    const played = () => db.$count(videoProgress, eq(videoProgress.videoId, videoId))
    await vi.waitFor(async () => expect(await played()).toBe(learners.length))
    await kill()
  }
  expect(ended).toBeGreaterThan(4)
  // What they had sent ends by itself once their connections are found gone.
  await vi.waitFor(async () => expect(await endConnections()).toBe(0))

  await aggregateChanges(db)
  await aggregatePlays(db)

  expect(await readFigures()).toEqual(await countOrders())
  expect(await readLearners(videoId)).toEqual(await countLearners(videoId))
  const [audience] = await db.select().from(lessonAudiences)
  expect(audience).toMatchObject({ videoId, partInSeconds: 1, learners: 6 })
  const { rows } = await db.execute<{ views: number }>(
    sql`select amount::integer as views from insight_totals where figure = 'views'`,
  )
  const sum = (read: (writer: Writer) => number) =>
    started.reduce((all, writer) => all + read(writer), 0)
  const views = rows[0]?.views ?? 0
  expect(views).toBeGreaterThanOrEqual(sum(({ said }) => said.kept))
  expect(views).toBeLessThanOrEqual(sum(({ said }) => said.sent))
})
