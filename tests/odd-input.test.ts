import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { getCertificate } from '../src/domains/certificates/contract.ts'
import { listMyPayments } from '../src/domains/checkout/contract.ts'
import { type Endpoint, methodOf } from '../src/http/endpoint.ts'
import { buy } from './support/buy.ts'
import { endpoints } from './support/contracts.ts'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  type Person,
  unique,
  watchCourse,
} from './support/factories.ts'
import { type Known, oddQuery, oddRequests, type RawRequest } from './support/odd-requests.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({
  razorpay: true,
  pages: true,
  env: { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' },
})
const { db } = server
server.allowErrors() // a webhook with a wrong signature is worth an error line
afterAll(() => server.close())

/** Passwords are hashed with great care: these calls take too long for many tries. */
const slow = /signup|login|verify$|reset-password/
/** These ask the provider, and it takes so many questions a second only. */
const asksMuch = /fix-payment-status|\/ask$/
/** Others at each run of the tests: what one does not hit, one of the next ones does. */
const triesOf = ({ route }: Endpoint): number => {
  if (asksMuch.test(route)) return 8
  return slow.test(route) ? 20 : 60
}

describe('whatever a stranger sends, it is not our fault', () => {
  test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const { person, known } = await worldFor(endpoint)
      const authorization = `Bearer ${person.token}`

      await fc.assert(
        fc.asyncProperty(oddRequests(endpoint, known), async (odd) => {
          const headers = { authorization, ...odd.headers }
          expect(await sendRaw({ ...odd, headers })).toBeLessThan(500)
        }),
        { numRuns: triesOf(endpoint), endOnFailure: true },
      )
    },
  )

  test.each([
    '/',
    '/courses',
    '/course/x',
    '/verify/x',
    '/certificate/x',
    '/payment-success',
    '/reset-password',
    '/courses.data',
    '/no-such-page',
    '/sitemap.xml',
    '/robots.txt',
    '/site.webmanifest',
    '/share/academy.png',
    '/share/course/x.png',
    '/covers/x.svg',
    '/pictures/x',
    '/pictures/8a5a3b-0123456789abcdef/640.webp',
    '/media/x.mp4',
    '/dev/outbox',
    '/dev/outbox.json',
    '/api/openapi.json',
    '/api/docs',
    '/api/nothing',
    '/healthz',
    '/readyz',
    '/metrics',
  ])('GET %s with any query', async (path) => {
    const names = ['to', '_routes', 'key', 'until', 'payment_id', 'course_id', 'token', 'next']

    await fc.assert(
      fc.asyncProperty(oddQuery(names), async (query) => {
        const odd = { method: 'GET', path: `${path}?${query}`, headers: {}, body: undefined }
        expect(await sendRaw(odd)).toBeLessThan(500)
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })

  test.each(['/api/payment/callback', '/api/payment/webhook'])(
    'POST %s with any query and any bytes',
    async (path) => {
      const names = ['course_id']
      const body = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(
          '{}',
          '[]',
          'null',
          'razorpay_order_id=%00&razorpay_payment_id=&razorpay_signature=',
        ),
      )

      await fc.assert(
        fc.asyncProperty(oddQuery(names), body, async (query, body) => {
          const odd = { method: 'POST', path: `${path}?${query}`, headers: {}, body }
          expect(await sendRaw(odd)).toBeLessThan(500)
        }),
        { numRuns: 30, endOnFailure: true },
      )
    },
  )
})

/** As it is written, without a client that would put it right: resolves to the status. */
function sendRaw({ method, path, headers, body }: RawRequest): Promise<number> {
  const { hostname, port } = new URL(server.baseUrl)
  return new Promise((resolve, reject) => {
    const timeout = 5_000
    // Node tells the length of a body by itself, but not of a DELETE's, which then reads as a second call.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const all = { ...length, ...headers }
    const sent = request({ hostname, port, method, path, headers: all, timeout }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('timeout', () => sent.destroy(new Error('There was no answer.')))
    sent.once('error', reject)
    sent.end(body)
  })
}

interface World {
  person: Person
  known: Known
}
let worldToRead: Promise<World> | undefined

/** What is only read stays as it is, for every other reader; what changes something has its own. */
function worldFor(endpoint: Endpoint): Promise<World> {
  if (methodOf(endpoint.route) !== 'GET') return makeWorld()
  worldToRead ??= makeWorld()
  return worldToRead
}

/** An administrator who also bought, completed and was certified for a course: may reach everything. */
async function makeWorld(): Promise<World> {
  const person = await makeAdmin(db)
  const course = await makeCourse(db)
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = await buy(
    server,
    person,
    course,
  )
  await watchCourse(db, person, course)
  const params = { course_id: course.id }
  const { certificate_id } = await server.as(person)(getCertificate, { params })
  const [payment] = await server.as(person)(listMyPayments, {})
  const alarm = await db.execute<{ id: string }>(sql`
    insert into alarms (subject, message) values (${course.id}, 'Odd') returning id`)
  const known = {
    course_id: course.id,
    video_id: course.videoIds[0],
    payment_id: payment!.id,
    certificate_id,
    id: alarm.rows[0]!.id,
    code: (await makeCoupon(db)).code,
    bundle_id: await makeBundle(db, [course.id]),
    coupon: (await makeCoupon(db)).code,
    course_ids: [course.id],
    percent_off: 10,
    price: 10,
    ends_at: '2190-01-01T00:00:00Z',
    starts_at: '2026-01-01T00:00:00Z',
    razorpay_order_id,
    razorpay_payment_id,
    razorpay_signature,
    email: `${unique('odd')}@example.test`,
    password: 'a good password',
    confirm_password: 'a good password',
    verification_code: '123456',
    url: 'https://videos.example/one.mp4',
    thumbnail: '',
    position: 30,
    duration: 60,
    played: [[0, 30]],
  }
  return { person, known }
}
