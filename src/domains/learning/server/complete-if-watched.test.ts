import { and, eq, isNull, like } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { buy } from '../../../../tests/support/buy.ts'
import {
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { ApiError } from '../../../http/api-client.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { getCertificate } from '../../certificates/contract.ts'
import { certificates } from '../../certificates/server/tables.ts'
import { giveCourse, withdrawGift } from '../../learners/contract.ts'
import { shareCourse } from '../../representatives/contract.ts'
import { getDraft, publish, saveDraft } from '../../studio/contract.ts'
import type { CourseDraft } from '../../studio/course-input.ts'
import { getProgress, reportProgress } from '../contract.ts'
import { recountProgress } from './recount-progress.ts'
import { courseProgress, videoProgress } from './tables.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())
const asAdmin = server.as(await makeAdmin(db))

const jobs = { db, queueMail: server.checkout.queueMail, publicUrl: () => '' }

const kinds = ['watch first', 'watch second', 'buy', 'give', 'withdraw', 'retire second'] as const
type Kind = (typeof kinds)[number]

test('in every order of watching previews and getting the course, who has both has completed it, and its certificate holds while they have it', async () => {
  const step = fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const course = await makeCourse(db, { duration: '2 min' })
      await db.update(videos).set({ isPreview: true }).where(eq(videos.courseId, course.id))
      const learner = await makeLearner(db)
      const did = new Set<Kind>()
      let wasCompleted = false
      let hasCertificate = false
      for (const atOnce of steps) {
        const fresh = atOnce.filter(
          (kind) => !did.has(kind) || kind === 'give' || kind === 'withdraw',
        )
        await Promise.all(fresh.map((kind) => perform(kind, course, learner)))
        for (const kind of fresh) did.add(kind)
        await recountProgress(jobs, { atMostMs: 10_000, courseId: course.id })
        const progress = await server
          .as(learner)(getProgress, { params: { course_id: course.id } })
          .catch(() => null) // not theirs
        const hasWatched =
          did.has('watch first') && (did.has('watch second') || did.has('retire second'))
        wasCompleted ||= progress !== null && hasWatched
        expect(progress?.completed ?? wasCompleted).toBe(wasCompleted)
        if (progress?.completed && !hasCertificate) {
          await server.as(learner)(getCertificate, { params: { course_id: course.id } })
          hasCertificate = true
        }
        const holding = and(eq(certificates.learnerId, learner.id), isNull(certificates.revokedAt))
        const holds = (await db.$count(certificates, holding)) > 0
        expect(holds).toBe(hasCertificate && progress !== null)
      }
      const ofCourse = and(
        eq(courseProgress.courseId, course.id),
        eq(courseProgress.learnerId, learner.id),
      )
      const [kept] = await db.select().from(courseProgress).where(ofCourse)
      const told = await db.$count(
        mails,
        and(eq(mails.recipient, learner.email), like(mails.cause, 'completed:%')),
      )
      expect(told).toBe(kept?.completedAt ? 1 : 0)
    }),
    {
      numRuns: runs(8),
      examples: [[[['watch first', 'watch second'], ['give'], ['withdraw'], ['give']]]],
    },
  )
})

test('the certificate waits for who buys what they had watched as previews', async () => {
  const course = await makeCourse(db, { duration: '2 min' })
  await db.update(videos).set({ isPreview: true }).where(eq(videos.courseId, course.id))
  const learner = await makeLearner(db)
  await perform('watch first', course, learner)
  await perform('watch second', course, learner)

  await perform('buy', course, learner)

  const certificate = await server.as(learner)(getCertificate, { params: { course_id: course.id } })
  expect(certificate.certificate_id).toBeTruthy()
})

test('and for a child who had watched them when the parent shares the course', async () => {
  const course = await makeCourse(db, { duration: '2 min' })
  await db.update(videos).set({ isPreview: true }).where(eq(videos.courseId, course.id))
  const parent = await makeLearner(db)
  const child = await makeLearner(db, { parentId: parent.id })
  await perform('watch first', course, child)
  await perform('watch second', course, child)
  await perform('buy', course, parent)

  const body = { course_id: course.id }
  await server.as(parent)(shareCourse, { params: { id: child.id }, body })

  const certificate = await server.as(child)(getCertificate, { params: { course_id: course.id } })
  expect(certificate.certificate_id).toBeTruthy()
})

async function perform(kind: Kind, course: MadeCourse, learner: Person): Promise<void> {
  const reason = 'For a test'
  const [first = '', second = ''] = course.videoIds
  const work = {
    'watch first': () => watch(course, learner, first),
    'watch second': () => watch(course, learner, second),
    buy: () => buy(server, learner, course),
    give: () =>
      asAdmin(giveCourse, { params: { id: learner.id }, body: { course_id: course.id, reason } }),
    withdraw: () =>
      asAdmin(withdrawGift, {
        params: { id: learner.id, course_id: course.id },
        body: { reason },
      }),
    'retire second': () => retireSecond(course),
  }[kind]
  await work().catch((error: unknown) => {
    // What they have is not bought, what nobody gave is not withdrawn, what is retired is no preview.
    if (!(error instanceof ApiError && [403, 404, 409].includes(error.status))) throw error
  })
}

async function retireSecond({ id }: MadeCourse): Promise<void> {
  const { revision, course } = await asAdmin(getDraft, { params: { id } })
  const draft = structuredClone(course) as CourseDraft // as it is sent, nothing is left out
  draft.modules[0]?.videos.splice(1)
  const saved = await asAdmin(saveDraft, { params: { id }, body: { revision, course: draft } })
  await asAdmin(publish, { params: { id }, body: { revision: saved.revision } })
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
