import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { filmCaptions } from '../src/films/tables.ts'
import { buildRequest } from '../src/http/api-client.ts'
import { methodOf, pathOf, type Route } from '../src/http/endpoint.ts'
import { buy } from './support/buy.ts'
import { endpoints } from './support/contracts.ts'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeAttachment,
  makeCourse,
  makeFilm,
  makeLearner,
  type Person,
  watchCourse,
} from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())

/** What the owner alone (and an administrator, who may see all) must ever be shown. */
const secretLink = 'https://videos.example/for-owners-only.mp4'

interface World {
  course: MadeCourse
  owner: Person
  paymentId: string
  certificateId: string
  alarmId: string
  attachmentId: string
  filmId: string
}

/** 'ok' or the code of a refusal. */
type Outcome = string
/** For a visitor, a learner without courses, an administrator, the owner of another course, the owner. */
type Outcomes = [visitor: Outcome, learner: Outcome, admin: Outcome, other: Outcome, owner: Outcome]
type Input = Parameters<typeof buildRequest>[1]
type Case = [Outcomes, (world: World) => Input]

const everybody = (outcome: Outcome): Outcomes => [outcome, outcome, outcome, outcome, outcome]
const signedIn = (outcome: Outcome): Outcomes => [
  'not_signed_in',
  outcome,
  outcome,
  outcome,
  outcome,
]
const admins: Outcomes = ['not_signed_in', 'not_allowed', 'ok', 'not_allowed', 'not_allowed']
const owners = (refusal: Outcome): Outcomes => ['not_signed_in', refusal, refusal, refusal, 'ok']

const nothing = (): Input => ({})
const ofCourse = ({ course }: World): Input => ({ params: { course_id: course.id } })
const ofId = ({ course }: World): Input => ({ params: { id: course.id } })
const ofPayment = ({ paymentId }: World): Input => ({ params: { payment_id: paymentId } })
const pair = { email: 'nobody@example.test', password: 'wrong password' }
const fresh = { password: 'something new', confirm_password: 'something new' }

/** Who gets what from every call. A new call must be decided here. */
const matrix: Record<Route, Case> = {
  'GET /settings': [everybody('ok'), nothing],
  'POST /auth/signup': [
    everybody('ok'),
    () => ({ body: { ...fresh, email: `${crypto.randomUUID()}@example.test`, name: 'New' } }),
  ],
  'POST /auth/resend-code': [
    everybody('ok'),
    () => ({ body: { email: `${crypto.randomUUID()}@example.test` } }),
  ],
  'POST /auth/verify': [
    everybody('code_wrong'),
    () => ({ body: { email: pair.email, verification_code: '123456' } }),
  ],
  'POST /auth/login': [everybody('credentials_wrong'), () => ({ body: pair })],
  'POST /auth/admin/login': [everybody('credentials_wrong'), () => ({ body: pair })],
  'POST /auth/google': [everybody('google_off'), () => ({ body: { credential: 'x' } })],
  'GET /auth/google-nonce': [everybody('google_off'), nothing],
  'POST /auth/logout': [everybody('ok'), nothing],
  'GET /auth/profile': [signedIn('ok'), nothing],
  'PATCH /auth/profile': [signedIn('ok'), () => ({ body: {} })],
  'POST /auth/change-password': [
    signedIn('password_wrong'),
    () => ({ body: { ...fresh, current_password: 'x' } }),
  ],
  'POST /auth/forgot-password': [everybody('ok'), () => ({ body: { email: pair.email } })],
  'POST /auth/reset-password': [
    everybody('reset_link_unusable'),
    () => ({ body: { ...fresh, token: 'x' } }),
  ],
  'GET /courses': [everybody('ok'), nothing],
  'GET /courses/:course_id': [everybody('ok'), ofCourse],
  'GET /my-courses': [signedIn('ok'), nothing],
  'GET /my-courses/:course_id/access': [signedIn('ok'), ofCourse],
  'GET /courses/:course_id/progress': [owners('course_not_owned'), ofCourse],
  'PUT /courses/:course_id/videos/:video_id/progress': [
    owners('course_not_owned'),
    ({ course }) => ({
      params: { course_id: course.id, video_id: course.videoIds[0]! },
      body: { position: 0, duration: 60, played: [] },
    }),
  ],
  'POST /courses/:course_id/videos/:video_id/problem': [
    owners('course_not_owned'),
    ({ course }) => ({
      params: { course_id: course.id, video_id: course.videoIds[0]! },
      body: { reason: 'removed' },
    }),
  ],
  'GET /certificate/:course_id': [owners('course_not_owned'), ofCourse],
  'GET /certificate/:course_id/preview': [owners('course_not_owned'), ofCourse],
  'GET /certificates/:certificate_id': [
    everybody('ok'),
    ({ certificateId }) => ({ params: { certificate_id: certificateId } }),
  ],
  'POST /payment/create-order': [
    ['not_signed_in', 'ok', 'ok', 'ok', 'course_already_owned'],
    ({ course }) => ({ body: { course_id: course.id } }),
  ],
  'POST /payment/verify': [
    signedIn('payment_mismatch'),
    () => ({
      body: {
        razorpay_order_id: 'order_x',
        razorpay_payment_id: 'pay_x',
        razorpay_signature: 'x',
      },
    }),
  ],
  'GET /my-payments': [signedIn('ok'), nothing],
  'GET /my-payments/:payment_id/receipt': [owners('payment_not_found'), ofPayment],
  'POST /my-payments/:payment_id/refund': [owners('payment_not_found'), ofPayment],
  'POST /admin/courses': [admins, () => ({ body: { title: 'New', description: 'New', price: 1 } })],
  'GET /admin/courses': [admins, nothing],
  'POST /admin/drafts': [admins, () => ({ body: { course: { title: 'New' } } })],
  'POST /admin/markdown': [admins, () => ({ body: { text: '*Hello*' } })],
  'POST /admin/courses/:id/copy': [admins, ofId],
  'GET /admin/courses/:id/draft': [admins, ofId],
  'PUT /admin/courses/:id/draft': [
    admins,
    ({ course }) => ({ params: { id: course.id }, body: { revision: 1, course: {} } }),
  ],
  'GET /admin/courses/:id/preview': [admins, ofId],
  'POST /admin/courses/:id/publish': [
    admins,
    ({ course }) => ({ params: { id: course.id }, body: { revision: 1 } }),
  ],
  'DELETE /admin/courses/:id/schedule': [admins, ofId],
  'PUT /admin/courses/:id/state': [
    admins,
    ({ course }) => ({ params: { id: course.id }, body: { state: 'off_sale' } }),
  ],
  'GET /admin/courses/:id/publications': [admins, ofId],
  'POST /admin/courses/:id/publications/:number/restore': [
    ['not_signed_in', 'not_allowed', 'not_found', 'not_allowed', 'not_allowed'],
    ({ course }) => ({ params: { id: course.id, number: '1' }, body: { revision: 1 } }),
  ],
  'GET /admin/courses/:id/export': [admins, ofId],
  'GET /admin/courses/:id/export.csv': [admins, ofId],
  'POST /admin/courses/import': [
    admins,
    () => ({ body: { format: 'academy-course', version: 1, course: { title: 'New' } } }),
  ],
  'POST /admin/courses/import-csv': [admins, () => ({ body: { csv: 'module,lesson\nOne,First' } })],
  // Without a picture; with one: src/studio/pictures/pictures.test.ts.
  'POST /admin/pictures': [
    ['not_signed_in', 'not_allowed', 'picture_type_wrong', 'not_allowed', 'not_allowed'],
    nothing,
  ],
  'GET /admin/courses/:id/learners': [admins, ({ course }) => ({ params: { id: course.id } })],
  'DELETE /admin/courses/:id': [admins, ({ course }) => ({ params: { id: course.id } })],
  'GET /admin/courses/:id/video-problems': [
    admins,
    ({ course }) => ({ params: { id: course.id } }),
  ],
  'GET /admin/films': [admins, ({ course }) => ({ query: { course_id: course.id } })],
  'GET /admin/films/:id': [admins, ({ filmId }) => ({ params: { id: filmId } })],
  'DELETE /admin/films/:id': [admins, ({ filmId }) => ({ params: { id: filmId } })],
  'PUT /admin/films/:id/captions/:language': [
    admins,
    ({ filmId }) => ({
      params: { id: filmId, language: 'hi' },
      body: { label: 'Hindi', text: '0:01 --> 0:02\nNamaste' },
    }),
  ],
  'DELETE /admin/films/:id/captions/:language': [
    admins,
    ({ filmId }) => ({ params: { id: filmId, language: 'en' } }),
  ],
  'PUT /admin/films/:id/chapters': [
    admins,
    ({ filmId }) => ({ params: { id: filmId }, body: { text: '0:00 Welcome' } }),
  ],
  'GET /admin/attachments/:id': [admins, ({ attachmentId }) => ({ params: { id: attachmentId } })],
  'GET /admin/payments': [admins, nothing],
  'GET /admin/payments/page': [admins, nothing],
  'GET /admin/payments/:payment_id': [admins, ofPayment],
  'POST /admin/payments/:payment_id/refund': [admins, ofPayment],
  'GET /admin/fix-payment-status': [admins, nothing],
  'POST /admin/fix-payment-status': [admins, nothing],
  'GET /admin/checklist': [admins, nothing],
  'POST /admin/checklist/:item/test': [admins, () => ({ params: { item: 'webhook' } })],
  'PUT /admin/grievance-officer': [
    admins,
    () => ({ body: { name: 'Asha Rao', email: 'asha@example.test', phone: '080 4000 0001' } }),
  ],
  'GET /grievance-officer': [everybody('ok'), nothing],
  'GET /admin/payment-alarms': [admins, nothing],
  'POST /admin/payment-alarms/:id/close': [admins, ({ alarmId }) => ({ params: { id: alarmId } })],
}

/** For calls that change nothing. */
const sharedWorld = makeWorld()

describe('of every call it is decided who may use it', () => {
  test('and every call that the server registers is described', async () => {
    const answer = await server.fetch('/api/openapi.json')
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
    const registered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )

    const described = endpoints.map(
      ({ route }) => `${methodOf(route)} ${pathOf(route).replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(registered.toSorted()).toEqual(described.toSorted())
    expect(Object.keys(matrix).toSorted()).toEqual(endpoints.map(({ route }) => route).toSorted())
  })

  test.each(Object.entries(matrix) as [Route, Case][])('%s', async (route, [outcomes, input]) => {
    const world = route.startsWith('GET') ? await sharedWorld : await makeWorld()
    const other = await makeLearner(db)
    await grantCourse(db, other, await makeCourse(db))
    const people = {
      visitor: { token: '' },
      learner: await makeLearner(db),
      admin: await makeAdmin(db),
      other,
      owner: world.owner,
    }

    const answers: Record<string, { outcome: string; text: string }> = {}
    for (const [role, { token }] of Object.entries(people)) {
      answers[role] = await ask(route, input(world), token)
    }

    const [visitor, learner, admin, another, owner] = outcomes
    const found = Object.fromEntries(
      Object.entries(answers).map(([role, { outcome }]) => [role, outcome]),
    )
    expect(found).toEqual({ visitor, learner, admin, other: another, owner })
    for (const role of ['visitor', 'learner', 'other']) {
      expect(answers[role]?.text).not.toContain(secretLink)
      expect(answers[role]?.text).not.toContain(world.owner.email)
    }
  })
})

async function ask(route: Route, input: Input, token: string) {
  const { method, url, body } = buildRequest(route, input)
  const answer = await server.fetch(url, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  const outcome = answer.ok ? 'ok' : (JSON.parse(text) as { code: string }).code
  return { outcome, text }
}

/** Somebody who bought, completed and was certified for a course; and a trouble with the payment. */
async function makeWorld(): Promise<World> {
  const course = await makeCourse(db, { modules: [[secretLink]] })
  const owner = await makeLearner(db)
  const { razorpay_payment_id } = await buy(server, owner, course)
  await watchCourse(db, owner, course)
  const certificate = await ask(
    'GET /certificate/:course_id',
    ofCourse({ course } as World),
    owner.token,
  )
  const payment = await db.execute<{ id: string }>(sql`
    select id from orders where razorpay_payment_id = ${razorpay_payment_id}`)
  const alarm = await db.execute<{ id: string }>(sql`
    insert into alarms (subject, message)
    values (${course.id}, 'Something is odd') returning id`)
  const attachmentId = await makeAttachment(db, course)
  const filmId = await makeFilm(db, course)
  await db.insert(filmCaptions).values({ filmId, language: 'en', label: 'English', vtt: 'WEBVTT' })
  return {
    course,
    owner,
    attachmentId,
    filmId,
    paymentId: payment.rows[0]!.id,
    alarmId: alarm.rows[0]!.id,
    certificateId: (JSON.parse(certificate.text) as { certificate_id: string }).certificate_id,
  }
}
