import { and, eq, like } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type MadeCourse, makeAdmin, type Person } from '../../../../tests/support/factories.ts'
import { makeQuiz } from '../../../../tests/support/make-quiz.ts'
import {
  asTaker,
  makeOwner,
  makeQuizCourse,
  putQuiz,
} from '../../../../tests/support/quiz-course.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { ApiError } from '../../../http/api-client.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { getCertificate } from '../../certificates/contract.ts'
import { getProgress, reportProgress } from '../../learning/contract.ts'
import { recountProgress } from '../../learning/server/recount-progress.ts'
import { passedQuizzes, videoProgress } from '../../learning/server/tables.ts'
import { quizAttempts } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const jobs = { db, queueMail: server.checkout.queueMail, publicUrl: () => '' }

const kinds = ['watch first', 'watch second', 'fail', 'pass', 'count', 'uncount', 'change'] as const
type Kind = (typeof kinds)[number]
const publications: ReadonlySet<Kind> = new Set(['count', 'uncount', 'change'])

test('in every order of watching, tries and publications: completed by the rules, once, and never less', async () => {
  const step = fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      const course = await makeQuizCourse(server)
      await putQuiz(server, admin, course, makeQuiz({ counts_for_completion: true }))
      const learner = await makeOwner(server, course)
      const world = { first: false, second: false, passed: false, counts: true, completed: false }
      for (const atOnce of steps) {
        // Of two publications at once one is refused.
        const isAlone = (kind: Kind) => !publications.has(kind)
        const one = atOnce.find((kind) => !isAlone(kind))
        const acts = atOnce.filter((kind) => isAlone(kind) || kind === one)
        const countedBefore = world.counts
        await Promise.all(acts.map((kind) => perform(kind, course, learner, world.counts)))
        world.first ||= acts.includes('watch first')
        world.second ||= acts.includes('watch second')
        world.passed ||= acts.includes('pass')
        if (one === 'count') world.counts = true
        if (one === 'uncount') world.counts = false
        await recountProgress(jobs, { atMostMs: 10_000, courseId: course.id })
        const progress = await server.as(learner)(getProgress, {
          params: { course_id: course.id },
        })
        const hasWatched = world.first && world.second
        const mustBe = world.completed || (hasWatched && (world.passed || !world.counts))
        // A publication at the same moment comes before or after.
        const mayBe = mustBe || (hasWatched && (world.passed || !countedBefore))
        if (progress.completed ? !mayBe : mustBe)
          throw new Error(`${JSON.stringify(world)}, completed: ${progress.completed}`)
        expect(hasWatched && progress.progress !== 100).toBe(false)
        world.completed = progress.completed
        const passed = await db.$count(passedQuizzes, eq(passedQuizzes.learnerId, learner.id))
        expect(passed).toBe(world.passed ? 1 : 0)
      }
      const told = await db.$count(
        mails,
        and(eq(mails.recipient, learner.email), like(mails.cause, 'completed:%')),
      )
      expect(told).toBe(world.completed ? 1 : 0)
    }),
    { numRuns: runs(10) },
  )
})

test('the last quiz after all films completes the course, with certificate and one mail', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz({ counts_for_completion: true }))
  const learner = await makeOwner(server, course)
  const ask = server.as(learner)
  const params = { course_id: course.id }
  await perform('watch first', course, learner, true)
  await perform('watch second', course, learner, true)
  expect(await ask(getProgress, { params })).toMatchObject({ progress: 100, completed: false })
  await expect(ask(getCertificate, { params })).rejects.toMatchObject({
    code: 'course_not_completed',
  })

  const taker = asTaker(server, learner, course)
  const { id, questions } = await taker.start()
  for (const question of questions) await taker.give(id, question.id, true)
  await Promise.all(Array.from({ length: 5 }, () => taker.submit(id)))

  expect(await ask(getProgress, { params })).toMatchObject({ progress: 100, completed: true })
  expect((await ask(getCertificate, { params })).certificate_id).toBeTruthy()
  expect(await db.$count(quizAttempts, eq(quizAttempts.learnerId, learner.id))).toBe(1)
})

async function perform(
  kind: Kind,
  course: MadeCourse,
  learner: Person,
  counts: boolean,
): Promise<void> {
  const taker = asTaker(server, learner, course)
  const [first = '', second = ''] = course.videoIds
  const put = (isCounted: boolean, text: string) =>
    putQuiz(server, admin, course, {
      ...makeQuiz({ counts_for_completion: isCounted }),
      questions: makeQuiz().questions.map((question) => ({ ...question, text })),
    })
  await {
    'watch first': () => watch(course, learner, first),
    'watch second': () => watch(course, learner, second),
    fail: () => taker.take(false).catch(ignoreSubmitted),
    pass: () => takeUntilPassed(taker),
    count: () => put(true, 'Counted'),
    uncount: () => put(false, 'Not counted'),
    change: () => put(counts, `Changed ${Math.random()}`),
  }[kind]()
}

/** A try that failed at the same moment may have taken the answers along. */
async function takeUntilPassed(taker: ReturnType<typeof asTaker>): Promise<void> {
  for (;;) {
    const state = await taker.take(true).catch(ignoreSubmitted)
    if (state !== null && state.passed_at !== null) return
  }
}

function ignoreSubmitted(error: unknown): null {
  if (error instanceof ApiError && error.code === 'attempt_submitted') return null
  throw error
}

/** By the academy's own call, as if the time for it had passed. */
async function watch(course: MadeCourse, learner: Person, videoId: string): Promise<void> {
  const report = () =>
    server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: videoId },
      body: { position: 120, duration: 120, played: [[0, 120]] },
    })
  await report()
  const longAgo = new Date(Date.now() - 3_600_000)
  await db
    .update(videoProgress)
    .set({ openedAt: longAgo, reportedAt: longAgo })
    .where(and(eq(videoProgress.learnerId, learner.id), eq(videoProgress.videoId, videoId)))
  await report()
}
