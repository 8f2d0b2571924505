import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CourseDraft } from '../src/domains/studio/course-input.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { tokenOf } from './support/fill-database.ts'
import {
  fillLargeCourse,
  firstPlaceOf,
  largeCourse,
  lessonOf,
} from './support/fill-large-course.ts'
import { summariseLatencies } from './support/load-plan.ts'
import { keepAsking, type ReceivedResponse } from './support/pressure-clients.ts'
import { drawTable, publish as publishSection } from './support/report.ts'
import { startProduct } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    learners: { type: 'string', default: '100000' },
    /** Prints only, and leaves docs/benchmarks.md as it is. */
    dry: { type: 'boolean', default: false },
  },
})
const learners = Number(options.learners)
const publicationInMsAtMost = 2_000
let asked = 0
const lessons = largeCourse.modules * largeCourse.lessonsInModule

const names = {
  reads: 'GET /api/courses/{id}, owner',
  progress: 'GET /api/courses/{id}/progress',
  reports: 'PUT …/progress',
}

const database = await openBenchDatabase({ durable: true })
const { pool } = database
await fillLargeCourse(pool, learners)
say('the course and its learners are in')
const product = await startProduct(database.url)
const asAdmin = { authorization: `Bearer ${tokenOf(1)}`, 'content-type': 'application/json' }

await askEverything(1_000) // warms up
const before = await askEverything(10_000)
const revision = await saveChangedDraft()
const asking = startAsking()
const publication = await publishDraft(revision)
const during = await asking.stop()
const recounting = startAsking()
const recountedInMs = publication.inMs + (await waitForRecount())
const meanwhile = await recounting.stop()
await checkPercents()
await report()
await product.stop()
await database.close()

/** Every lesson is renamed and every module has moved; one module has left, another has come. */
async function saveChangedDraft(): Promise<number> {
  const draft = await askAdmin<{ revision: number; course: CourseDraft }>('GET', 'draft')
  const { course } = draft
  const [left, ...kept] = course.modules.toReversed()
  if (!left) throw new Error('The course has no modules')
  const films = left.videos.map(({ id: _retired, ...video }) => video)
  course.modules = [{ ...left, id: undefined, videos: films }, ...kept]
  for (const { videos } of course.modules)
    for (const video of videos) video.title = `${video.title}, again`
  const body = { revision: draft.revision, course }
  return (await askAdmin<{ revision: number }>('PUT', 'draft', body)).revision
}

async function publishDraft(revision: number): Promise<{ inMs: number; changes: number }> {
  const since = performance.now()
  const { changes } = await askAdmin<{ changes: unknown[] }>('POST', 'publish', { revision })
  const inMs = performance.now() - since
  say(`published after ${inMs.toFixed(0)} ms: ${changes.length} changes`)
  return { inMs, changes: changes.length }
}

/** Until no learner's percent tells of the lessons of before. */
async function waitForRecount(): Promise<number> {
  const since = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ behind: boolean }>(`
      select exists (
        select from course_progress join courses on courses.id = course_id
         where completed_at is null and course_progress.lessons_revision < courses.lessons_revision
      ) as behind`)
    if (rows[0]?.behind === false) return performance.now() - since
    await delay(100)
  }
}

/** Each percent again, by a statement of this file's own. */
async function checkPercents(): Promise<void> {
  const { rows } = await pool.query<{ wrong: string }>(
    `
    with expected as (
      select learner_id, 100 * sum(case when played.completed_at is not null then 1 else fraction end)
             filter (where retired_at is null) / $1 as percent
        from video_progress played join videos on videos.id = video_id
       group by learner_id)
    select count(*) as wrong
      from course_progress left join expected using (learner_id)
     where abs(course_progress.percent - coalesce(expected.percent, 0)) > 0.001`,
    [lessons],
  )
  if (rows[0]?.wrong !== '0') throw new Error(`${rows[0]?.wrong} percents are wrong`)
}

interface Asking {
  reads: ReceivedResponse[]
  progress: ReceivedResponse[]
  reports: ReceivedResponse[]
}

async function askEverything(ms: number): Promise<Asking> {
  const asking = startAsking()
  await delay(ms)
  return asking.stop()
}

/** What goes on in a course: a learner opens it, looks at the progress, plays a lesson. */
function startAsking(): { stop: () => Promise<Asking> } {
  const course = `${product.url}/api/courses/${largeCourse.id}`
  const body = JSON.stringify({ position: 151, duration: 300, played: [[150, 151]] })
  const headers = () => ({ authorization: `Bearer ${tokenOf(nextLearner())}` })
  const readers = keepAsking(() => fetch(course, { headers: headers() }))
  const lookers = keepAsking(() => fetch(`${course}/progress`, { headers: headers() }))
  const players = Array.from({ length: 2 }, () =>
    keepAsking(() => {
      const learner = nextLearner()
      return fetch(`${course}/videos/${lessonOf(firstPlaceOf(learner))}/progress`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${tokenOf(learner)}`,
          'content-type': 'application/json',
        },
        body,
      })
    }),
  )
  return {
    stop: async () => ({
      reads: await readers.stop(),
      progress: await lookers.stop(),
      reports: (await Promise.all(players.map(({ stop }) => stop()))).flat(),
    }),
  }
}

/** A different one each time, spread over all. */
function nextLearner(): number {
  asked += 1
  return 2 + ((asked * 7_919) % (learners - 1))
}

async function report(): Promise<void> {
  const rows = (['reads', 'progress', 'reports'] as const).map((name) => [
    names[name],
    ...[before, during, meanwhile].map((asking) => describe(asking[name])),
  ])
  const head = ['call, p50 / slowest in ms', 'before', 'during the publication', 'while recounting']
  const isQuick = publication.inMs < publicationInMsAtMost
  const text = [
    `${largeCourse.modules} modules of ${largeCourse.lessonsInModule} lessons, ${learners.toLocaleString('en')} learners in the middle of them; all lessons`,
    `are renamed, all modules moved, one is replaced (${publication.changes.toLocaleString('en')} changes).`,
    '',
    `The publication is answered after **${publication.inMs.toFixed(0)} ms** (bar: ${publicationInMsAtMost} ms${isQuick ? '' : ', NOT HELD'}). All percents are`,
    `right ${(recountedInMs / 1000).toFixed(1)} s after it was asked for.`,
    '',
    drawTable([head, ...rows]),
    '',
    `One process answers everything, and counts again. Each learner had played ${largeCourse.lessonsPlayed} lessons; every percent`,
    'was compared with a statement of the benchmark’s own afterwards. PostgreSQL waits for the disk.',
  ].join('\n')
  if (options.dry) process.stdout.write(`${text}\n`)
  else {
    const title = 'A large course is published'
    await publishSection(pool, { command: 'bench:publication', title, text })
  }
}

/** A refused report of a lesson that has just left is as good as an answer; a failure is none. */
function describe(answers: ReceivedResponse[]): string {
  const failed = answers.filter(({ status }) => status === 0 || status >= 500).length
  if (failed > 0) throw new Error(`${failed} of ${answers.length} calls failed`)
  const latencies = Float64Array.from(answers.map(({ inMs }) => inMs))
  const { p50InMs, maxInMs } = summariseLatencies(latencies)
  return `${p50InMs.toFixed(1)} / ${maxInMs.toFixed(0)} (${answers.length})`
}

async function askAdmin<Answer>(method: string, call: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${product.url}/api/admin/courses/${largeCourse.id}/${call}`, {
    method,
    headers: asAdmin,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${call}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer // the product serialises by its contract
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
