import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { buy, eventually } from '../../../../tests/support/buy.ts'
import {
  completeCourse,
  grantCourse,
  makeCourse,
  makeLearner,
  watchCourse,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { listMyPayments, refundMyPayment } from '../../checkout/contract.ts'
import { getCertificate } from '../contract.ts'

const env = { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' }
const server = await startTestServer({ pages: true, razorpay: true, env })
/** Another process of the same academy, with pages of its own. */
const second = await startTestServer({ pages: true, beside: server, env })
const { db } = server
afterAll(async () => {
  await second.close()
  await server.close()
})

const genuine = 'This certificate is genuine'
const withdrawn = 'This certificate was withdrawn'

test('who checks a certificate after a refund reads that it was withdrawn, in every process', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await buy(server, learner, course)
  await watchCourse(db, learner, course)
  const path = await certificatePath(learner, course)
  expect(await readBoth(path)).toEqual([genuine, genuine])
  const [payment] = await server.as(learner)(listMyPayments, {})

  await server.as(learner)(refundMyPayment, { params: { payment_id: payment!.id } })

  expect(await becomes(path, withdrawn)).toBe(true)
})

test('who owns the course again has a genuine certificate again', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await completeCourse(db, learner, course)
  const path = await certificatePath(learner, course)
  await db.execute(sql`
    update certificates set revoked_at = clock_timestamp() where learner_id = ${learner.id}`)
  await becomes(path, withdrawn)

  await grantCourse(db, learner, course)
  await certificatePath(learner, course)

  expect(await becomes(path, genuine)).toBe(true)
})

test('a certificate removed by hand is genuine no more', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await completeCourse(db, learner, course)
  const path = await certificatePath(learner, course)
  await becomes(path, genuine)

  await db.execute(sql`delete from certificates where learner_id = ${learner.id}`)

  expect(await becomes(path, 'There is no such certificate')).toBe(true)
})

test('a certificate is the same page however its number is spelt', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await completeCourse(db, learner, course)
  const path = await certificatePath(learner, course)
  const answer = await server.fetch(path)

  const again = await server.fetch(`${path.toLowerCase().replace('/verify/', '/verify/%20')}%20`)

  expect(again.headers.get('etag')).toBe(answer.headers.get('etag'))
})

async function certificatePath(
  learner: { token: string },
  course: { id: string },
): Promise<string> {
  const params = { course_id: course.id }
  const { certificate_id } = await server.as(learner)(getCertificate, { params })
  return `/verify/${certificate_id}`
}

/** Once every process has heard of it. */
async function becomes(path: string, heading: string): Promise<boolean> {
  const isThere = (headings: unknown[]) => headings.every((one) => one === heading)
  return isThere(await eventually(() => readBoth(path), isThere))
}

function readBoth(path: string): Promise<(string | undefined)[]> {
  return Promise.all([server, second].map((academy) => readHeading(academy, path)))
}

async function readHeading(academy: TestServer, path: string): Promise<string | undefined> {
  const page = await (await academy.fetch(path)).text()
  return /<h1[^>]*>([^<]*)<\/h1>/.exec(page)?.[1]
}
