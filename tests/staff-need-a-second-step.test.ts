import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProfile } from '../src/domains/accounts/contract.ts'
import { removeApp, stepUp } from '../src/domains/accounts/security/contract.ts'
import { users } from '../src/domains/accounts/server/tables.ts'
import { closePaidOutside, refundPayment } from '../src/domains/admin/contract.ts'
import { listMyPayments } from '../src/domains/checkout/contract.ts'
import { refunds } from '../src/domains/checkout/server/tables.ts'
import { impersonateLearner, listLearners } from '../src/domains/learners/contract.ts'
import { saveSettings } from '../src/domains/site/contract.ts'
import { changeRole, listStaff } from '../src/domains/staff/contract.ts'
import { auditLog } from '../src/domains/staff/server/tables.ts'
import { buildRequest } from '../src/http/api-client.ts'
import { type Endpoint, methodOf } from '../src/http/endpoint.ts'
import { codeOf, laterOn } from './support/app-codes.ts'
import { buy } from './support/buy.ts'
import { endpoints } from './support/contracts.ts'
import { makeAdmin, makeCourse, makeLearner, makeStaff, type Person } from './support/factories.ts'
import { makeGuarded, makeKnown, outcomeOf } from './support/second-step.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())

const ofStaff = endpoints.filter(({ access }) => typeof access !== 'string')

async function endGrace({ id }: { id: string }, hoursAgo = 25): Promise<void> {
  const staffSince = new Date(Date.now() - hoursAgo * 3_600_000)
  await db.update(users).set({ staffSince }).where(eq(users.id, id))
}

/** What each call of staff says to somebody who sends nothing worth reading. */
async function refuse(endpoint: Endpoint, { token }: { token: string }): Promise<string> {
  const params = { id: 'x', course_id: 'x', payment_id: 'x', code: 'x', item: 'x', address: 'x' }
  const { url, method } = buildRequest(endpoint.route, { params })
  const isReading = methodOf(endpoint.route) === 'GET'
  const answer = await server.fetch(url.replaceAll('//', '/x/').replace(/\/$/, '/x'), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(!isReading && { body: '{}' }),
  })
  const { code }: { code?: string } = await answer.json()
  return code ?? String(answer.status)
}

describe('staff without a second step', () => {
  let owner: Person
  let guarded: Awaited<ReturnType<typeof makeGuarded>>
  beforeAll(async () => {
    owner = await makeAdmin(db)
    guarded = await makeGuarded(server, { role: 'owner' })
    await endGrace(owner)
  })

  test('are let in by 0 calls of staff once their day is over', async () => {
    const weak = await makeLearner(db, { role: 'owner' })
    await db.update(users).set({ hasSecondStep: true }).where(eq(users.id, weak.id))

    for (const who of [owner, weak]) {
      const outcomes = await Promise.all(
        ofStaff.map(async (endpoint) => [endpoint.route, await refuse(endpoint, who)]),
      )

      expect(outcomes.length).toBeGreaterThan(100)
      expect(outcomes.filter(([, code]) => code !== 'second_step_required')).toEqual([])
    }
    const acts = await db.select().from(auditLog).where(eq(auditLog.actorId, owner.id))
    expect(new Set(acts.map(({ problem }) => problem))).toEqual(new Set(['second_step_required']))
  })

  test('nor upload anything, while who has one does', async () => {
    const answer = await server.fetch('/api/admin/uploads', {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0' },
    })

    expect(await answer.json()).toMatchObject({ code: 'second_step_required' })
    expect(await outcomeOf(guarded.browser.ask(listLearners, { query: {} }))).toBe('ok')
  })

  test('have a day, from when they became staff, and are told', async () => {
    const fresh = await makeStaff(db, 'support')

    expect((await server.as(fresh)(readProfile, {})).second_step).toBe('due')
    await db.update(users).set({ role: 'owner' }).where(eq(users.id, fresh.id))
    const [{ staffSince: since } = { staffSince: null }] = await db
      .select()
      .from(users)
      .where(eq(users.id, fresh.id))
    await endGrace(fresh, 23)
    expect(await outcomeOf(server.as(fresh)(listLearners, { query: {} }))).toBe('ok')
    await endGrace(fresh)
    await db.update(users).set({ role: 'support' }).where(eq(users.id, fresh.id))
    expect((await server.as(fresh)(readProfile, {})).second_step).toBe('needed')
    expect(since?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  test('are seen by an owner', async () => {
    const { without_second_step: without } = await guarded.browser.ask(listStaff, {})

    const of = (id: string) => without.find((member) => member.id === id)
    expect(of(guarded.person.id)).toBeUndefined()
    expect(Date.parse(of(owner.id)?.closes_at ?? '')).toBeLessThan(Date.now())
  })

  test('who take theirs away close the office for themselves', async () => {
    const leaving = await makeGuarded(server, { role: 'owner' })
    await endGrace(leaving.person)
    expect(await outcomeOf(leaving.browser.ask(listLearners, { query: {} }))).toBe('ok')

    await leaving.browser.ask(removeApp, {})

    expect(await outcomeOf(leaving.browser.ask(listLearners, { query: {} }))).toBe(
      'second_step_required',
    )
  })

  test('cannot look at an account, while a look that was opened goes on', async () => {
    const learner = await makeLearner(db)
    const params = { id: learner.id }
    const body = { reason: 'They asked.' }
    const view = await guarded.browser.ask(impersonateLearner, { params, body })

    expect((await server.as(view)(readProfile, {})).user.id).toBe(learner.id)
    expect(await outcomeOf(server.as(owner)(impersonateLearner, { params, body }))).toBe(
      'second_step_required',
    )
  })
})

describe('showing it again', () => {
  test('every export, role and tax setting asks for it, and taking it off somebody', () => {
    const asking = endpoints.filter(({ stepUp }) => stepUp).map(({ route }) => route)

    const exports = ofStaff
      .map(({ route }) => route)
      .filter((route) => /\/admin\/exports\//.test(route))
    expect(asking).toEqual(
      expect.arrayContaining([
        ...exports,
        'POST /admin/staff',
        'PATCH /admin/staff/:id',
        'DELETE /admin/staff/:id',
        'PUT /admin/tax-settings',
        'POST /admin/learners/:id/reset-second-step',
      ]),
    )
    expect(exports.length).toBeGreaterThan(10)
  })

  test('every other way into an account, and every change of one, asks for it', () => {
    const asking = endpoints.filter(({ access, stepUp }) => access === 'learner' && stepUp)

    expect(new Set(asking.map(({ route }) => route))).toEqual(
      new Set([
        'POST /auth/app',
        'POST /auth/app/confirm',
        'DELETE /auth/app',
        'POST /auth/recovery-codes',
        'POST /auth/passkeys/options',
        'POST /auth/passkeys',
        'DELETE /auth/passkeys/:id',
        'POST /auth/google-account',
        'DELETE /auth/google-account',
        'POST /my-account/email',
      ]),
    )
  })

  test('is asked of who has a second step, for ten minutes after which again, and of nobody else', async () => {
    const { person, browser, secret } = await makeGuarded(server, { role: 'owner' })
    const plain = await makeAdmin(db)
    const member = await makeStaff(db, 'teacher')
    const change = { params: { id: member.id }, body: { role: 'support' as const } }
    const isMinutesAgo = (minutes: number) =>
      server.pool.query(
        'update sessions set stepped_up_at = now() - make_interval(mins => $2) where user_id = $1',
        [person.id, minutes],
      )
    await isMinutesAgo(11)

    expect(await outcomeOf(browser.ask(changeRole, change))).toBe('step_up_needed')
    expect(await outcomeOf(browser.ask(listLearners, { query: {} }))).toBe('ok')
    expect(await outcomeOf(server.as(plain)(changeRole, change))).toBe('ok')
    await browser.ask(stepUp, { body: { code: codeOf(secret) } })
    await isMinutesAgo(9)
    expect(await outcomeOf(browser.ask(changeRole, change))).toBe('ok')
    await isMinutesAgo(11)
    expect(await outcomeOf(browser.ask(changeRole, change))).toBe('step_up_needed')
    await laterOn(server, person)
    const values = { SMTP_URL: '' }
    expect(await outcomeOf(browser.ask(saveSettings, { body: { values } }))).toBe('step_up_needed')
    expect(
      await outcomeOf(browser.ask(saveSettings, { body: { values: { BRAND_NAME: 'Kala' } } })),
    ).toBe('ok')
    await browser.ask(stepUp, { body: { code: codeOf(secret) } })
    expect(await outcomeOf(browser.ask(saveSettings, { body: { values } }))).toBe('ok')
  })

  test('is asked before refunds above the set sum', async () => {
    const { person, browser } = await makeGuarded(server, { role: 'owner' })
    const buyer = await makeLearner(db)
    const course = await makeCourse(db, { priceInPaise: 1_000_100 })
    const small = await makeCourse(db, { priceInPaise: 1_000_000 })
    await server.pool.query('update sessions set stepped_up_at = null where user_id = $1', [
      person.id,
    ])
    const paymentOf = async ({ id }: { id: string }) => {
      await buy(server, buyer, { id })
      const [payment] = await server.as(buyer)(listMyPayments, {})
      return { params: { payment_id: payment?.id ?? '' } }
    }

    const large = await paymentOf(course)
    expect(await outcomeOf(browser.ask(refundPayment, large))).toBe('step_up_needed')
    const id = crypto.randomUUID()
    const failed = { idempotencyKey: id, cause: 'duplicate', status: 'failed' } as const
    const orderId = large.params.payment_id
    await db
      .insert(refunds)
      .values({ id, orderId, razorpayPaymentId: `pay_${id}`, amountInPaise: 1_000_100, ...failed })
    const paidBack = { params: { id }, body: { reason: 'By bank transfer.' } }
    expect(await outcomeOf(browser.ask(closePaidOutside, paidBack))).toBe('step_up_needed')
    expect(await outcomeOf(browser.ask(refundPayment, await paymentOf(small)))).toBe('ok')
  })
})

test('a learner with a second step is no staff, and is asked for nothing by it', async () => {
  const { browser } = await makeKnown(server)

  expect((await browser.ask(readProfile, {})).second_step).toBe('open')
})
