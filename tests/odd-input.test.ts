import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { getCertificate } from '../src/domains/certificates/contract.ts'
import { listMyPayments } from '../src/domains/checkout/contract.ts'
import {
  giveCourse,
  impersonateLearner,
  requestEmailChange,
} from '../src/domains/learners/contract.ts'
import { buyerTaxDetails } from '../src/domains/tax/server/tables.ts'
import { type Endpoint, methodOf } from '../src/http/endpoint.ts'
import { buy } from './support/buy.ts'
import { endpoints } from './support/contracts.ts'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  makeStaff,
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
/** `ODD_INPUT_TIMES=20` looks for so many times as long, `RUNS_TIMES` does it for other draws. */
const times = Number(process.env['ODD_INPUT_TIMES'] ?? 1)
/** Others at each run of the tests: what one does not hit, one of the next ones does. */
const triesOf = ({ route }: Endpoint): number => {
  if (asksMuch.test(route)) return 4 * times
  return (slow.test(route) ? 8 : 20) * times
}

/** A certificate is there to be checked by anybody who has its number, with the name on it. */
const tellsAName = /^GET \/certificates\/:certificate_id/

/** What only our own code and database say, in whatever words they fail. */
const ofOurInside =
  /\n\s+at \S+ \(|\bat .{1,80}\.[jt]s:\d+|node_modules|\bselect\b.{1,200}\bfrom\b|\binsert into\b|violates .{1,40} constraint|syntax error at|postgres(?:ql)?:\/\/|\bpg_[a-z]+|ECONN|DrizzleQuery|ZodError/i

/** In all that the marked person typed or is called, and in nothing that is sent here. */
const mark = `mk${randomBytes(6).toString('hex')}`
const others = makeOthers()

test('the marked person is wherever people are', async () => {
  await others
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const table = sql.identifier(name)
      const { rows } = await server.owner.db.execute(
        sql`select from ${table} t where lower(t::text) like ${`%${mark}%`} limit 1`,
      )
      return rows.length > 0 ? [name] : []
    }),
  )
  expect(counted.flat()).toEqual(
    expect.arrayContaining([
      'users',
      'sessions',
      'certificates',
      'mails',
      'buyer_tax_details',
      'access_ledger',
      'audit_log',
      'support_views',
      'email_changes',
    ]),
  )
})

describe('whatever a stranger sends, it is not our fault', () => {
  test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const { person, known } = await worldFor(endpoint)
      const { knownOfMarked, wordsOfMarked, strangers, staff, secretWords } = await others
      const asked = fc.oneof(...[known, ...knownOfMarked].map((of) => oddRequests(endpoint, of)))
      const caller = fc.oneof(
        { weight: 3, arbitrary: fc.constant({ token: person.token, isStranger: false }) },
        { weight: 3, arbitrary: fc.constantFrom(...strangers) },
        { weight: 1, arbitrary: fc.constantFrom(...staff) },
      )

      await fc.assert(
        fc.asyncProperty(asked, caller, async (odd, { token, isStranger }) => {
          const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
          const headers = { ...authorization, ...odd.headers }
          const { status, text } = await sendRaw({ ...odd, headers })

          expect(status).toBeLessThan(500)
          expect(text).not.toMatch(ofOurInside)
          const sent = odd.path + odd.body
          const isToHearNothing = isStranger && !tellsAName.test(endpoint.route)
          const ofOthers = isToHearNothing ? wordsOfMarked : []
          for (const word of [...secretWords, ...ofOthers.filter((each) => !sent.includes(each))]) {
            expect(text).not.toContain(word)
          }
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
        expect((await sendRaw(odd)).status).toBeLessThan(500)
      }),
      { numRuns: 10 * times, endOnFailure: true },
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
          expect((await sendRaw(odd)).status).toBeLessThan(500)
        }),
        { numRuns: 10 * times, endOnFailure: true },
      )
    },
  )
})

interface Answer {
  status: number
  text: string
}

/** As it is written, without a client that would put it right. */
function sendRaw({ method, path, headers, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(server.baseUrl)
  return new Promise((resolve, reject) => {
    const timeout = 60_000
    // Node tells the length of a body by itself, but not of a DELETE's, which then reads as a second call.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const all = { ...length, ...headers }
    const sent = request({ hostname, port, method, path, headers: all, timeout }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        const told = Object.values(answer.headers).join('\n')
        const text = `${told}\n${Buffer.concat(chunks).toString()}`
        resolve({ status: answer.statusCode ?? 0, text })
      })
    })
    sent.once('timeout', () => sent.destroy(new Error('There was no answer.')))
    sent.once('error', reject)
    sent.end(body)
  })
}

interface Caller {
  token: string | null
  /** Is to hear nothing of the marked person. */
  isStranger: boolean
}

/** Somebody who did all that one can do here, and those who are to hear nothing of it. */
async function makeOthers() {
  const email = `${mark}@example.test`
  const marked = await makeLearner(db, { name: `Asha ${mark}`, email, phone: mark })
  const world = await makeWorld(marked)
  const owner = await makeAdmin(db)
  await db.insert(buyerTaxDetails).values({
    learnerId: marked.id,
    stateCode: '29',
    businessName: mark,
    address: mark,
  })
  await db.execute(sql`update sessions set device = ${mark} where user_id = ${marked.id}`)
  const course = await makeCourse(db)
  const gift = { course_id: course.id, reason: mark }
  const ofMarked = { params: { id: marked.id } }
  await server.as(owner)(giveCourse, { ...ofMarked, body: gift })
  const change = { email: `new-${email}`, reason: mark }
  await server.as(owner)(requestEmailChange, { ...ofMarked, body: change })
  await server.as(owner)(impersonateLearner, { ...ofMarked, body: { reason: mark } })

  const learner = await makeLearner(db)
  const blocked = await makeLearner(db, { blockedAt: new Date(), blockedReason: 'Shared it' })
  const expired = await makeLearner(db)
  await db.execute(sql`update sessions set expires_at = now() where user_id = ${expired.id}`)
  const view = await makeLearner(db)
  await db.execute(sql`
    update sessions set viewer_id = ${owner.id} where user_id = ${view.id}`)
  const strangers = [null, learner.token, blocked.token, expired.token, view.token, 'nonsense']
  const roles = await Promise.all(
    (['teacher', 'support', 'finance'] as const).map((role) => makeStaff(db, role)),
  )
  const { rows } = await db.execute<{ value: string }>(sql`
    select value from secrets where name like '%Key' or name like '%Secret'`)
  return {
    strangers: strangers.map((token): Caller => ({ token, isStranger: true })),
    staff: roles.map(({ token }): Caller => ({ token, isStranger: false })),
    wordsOfMarked: [
      mark,
      marked.id,
      ...['payment_id', 'certificate_id', 'razorpay_order_id', 'razorpay_payment_id'].map((name) =>
        String(world.known[name]),
      ),
    ],
    // Whose things are asked for, by whatever the call names by an id.
    knownOfMarked: [marked.id, world.known['payment_id']].map((id) => ({ ...world.known, id })),
    secretWords: [marked.token, ...rows.map(({ value }) => value)],
  }
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
async function makeWorld(by?: Person): Promise<World> {
  const person = by ?? (await makeAdmin(db))
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
