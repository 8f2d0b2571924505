import { afterAll, expect, test } from 'vitest'
import { buy, eventually } from '../../../../tests/support/buy.ts'
import {
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
  watchCourse,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { listMyPayments, refundMyPayment } from '../../checkout/contract.ts'
import { giveCourse, importLearners } from '../../learners/contract.ts'
import { getCertificate, verifyCertificate } from '../contract.ts'

const server = await startTestServer({ razorpay: true })
afterAll(() => server.close())
const asAdmin = server.as(await makeAdmin(server.db))

test.each<[string, (learner: Person, course: MadeCourse) => Promise<unknown>]>([
  ['was bought', (learner, course) => buy(server, learner, course)],
  [
    'was given',
    ({ id }, course) =>
      asAdmin(giveCourse, { params: { id }, body: { course_id: course.id, reason: 'A gift' } }),
  ],
  [
    'came with a list of learners',
    ({ email }, course) =>
      asAdmin(importLearners, {
        query: {},
        body: { csv: `email,name,courses\n${email},Meera,${course.id}` },
      }),
  ],
])(
  'a certificate holds again once its course %s again, also if nobody opens it',
  async (_, getAgain) => {
    const learner = await makeLearner(server.db)
    const course = await makeCourse(server.db)
    await buy(server, learner, course)
    await watchCourse(server.db, learner, course)
    const params = { course_id: course.id }
    const { certificate_id } = await server.as(learner)(getCertificate, { params })
    const verify = () => server.visitor(verifyCertificate, { params: { certificate_id } })
    const [payment] = await server.as(learner)(listMyPayments, {})
    await server.as(learner)(refundMyPayment, { params: { payment_id: payment?.id ?? '' } })
    await eventually(verify, ({ revoked }) => revoked)

    await getAgain(learner, course)

    expect(await eventually(verify, ({ revoked }) => !revoked)).toMatchObject({ revoked: false })
  },
)
