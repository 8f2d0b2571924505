import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buy, pay } from '../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeBundle,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
  unique,
  watchCourse,
} from '../../../../tests/support/factories.ts'
import { readOutbox, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import {
  forgotPassword,
  login,
  readMailConsents,
  readProfile,
  resetPassword,
  saveMailConsents,
} from '../../accounts/contract.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { users } from '../../accounts/server/tables.ts'
import { getCourse } from '../../catalogue/contract.ts'
import { getCertificate } from '../../certificates/contract.ts'
import { certificates } from '../../certificates/server/tables.ts'
import { adultWording } from '../../checkout/adult-statement.ts'
import {
  createOrder,
  listMyPayments,
  refundMyPayment,
  verifyPayment,
} from '../../checkout/contract.ts'
import { orderStatements } from '../../checkout/server/tables.ts'
import {
  confirmJoin,
  getLearner,
  giveCourse,
  requestEmailChange,
  requestJoin,
  unblockLearner,
  withdrawGift,
} from '../../learners/contract.ts'
import { listAudit } from '../../staff/contract.ts'
import * as contract from '../contract.ts'
import { listChildren } from './children.ts'
import { parentalConsents } from './tables.ts'

vi.mock('../../accounts/server/passwords.ts', { spy: true })

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  owner = await makeAdmin(server.db)
})
afterAll(() => server.close())

const password = 'a long enough one'
const nominee = { name: 'Lata Rao', email: 'Lata@Example.test', phone: '', relation: 'wife' }

async function add(parent: Person, name = 'Aarav Nair') {
  const body = { name, password, confirm_password: password, consents: true } as const
  const { children } = await server.as(parent)(contract.addChild, { body })
  return children.at(-1)!
}

async function enter(email: string): Promise<Person> {
  const { token, user } = await server.visitor(login, { body: { email, password } })
  return { ...user, token }
}

async function addAndEnter(parent: Person) {
  const child = await add(parent)
  return { ...child, ...(await enter(child.login)) }
}

describe('a learner names who may act for them', () => {
  test('changes and removes them, and is mailed each time that changes something', async () => {
    const learner = await makeLearner(server.db)
    const me = server.as(learner)

    const first = await me(contract.saveMyNominee, { body: nominee })
    expect(await me(contract.saveMyNominee, { body: nominee })).toEqual(first)
    const changed = await me(contract.saveMyNominee, {
      body: { ...nominee, email: '', phone: '+91 98765 43210' },
    })

    expect(changed.nominee).toMatchObject({
      name: 'Lata Rao',
      email: null,
      phone: '+91 98765 43210',
    })
    expect((await me(contract.removeMyNominee, {})).nominee).toBeNull()
    expect((await me(contract.removeMyNominee, {})).nominee).toBeNull()
    expect(await readOutbox(server, learner.email)).toHaveLength(3)
    const more = await Promise.allSettled(
      Array.from({ length: 20 }, () => me(contract.removeMyNominee, {})),
    )
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
  })

  test.each([
    [{ email: '', phone: '' }, 'email'],
    [{ email: 'none' }, 'email'],
    [{ phone: 'call' }, 'phone'],
    [{ relation: ' ' }, 'relation'],
    [{ name: 'Lata\r\nBcc: x@y.test' }, 'name'],
  ])('what reaches nobody is refused: %j', async (wrong, path) => {
    const learner = await makeLearner(server.db)

    await expect(
      server.as(learner)(contract.saveMyNominee, { body: { ...nominee, ...wrong } }),
    ).rejects.toMatchObject({ status: 400, errors: [expect.objectContaining({ path })] })
  })

  test('staff see them only with a reason, which the audit log keeps, and not who it is', async () => {
    const [learner, support] = [await makeLearner(server.db), await makeStaff(server.db, 'support')]
    await server.as(learner)(contract.saveMyNominee, { body: nominee })
    const ask = (reason: string) =>
      server.as(support)(contract.showNominee, { params: { id: learner.id }, body: { reason } })

    await expect(ask(' ')).rejects.toMatchObject({ status: 400 })
    const shown = await ask('Her husband wrote to us.')

    expect(shown.nominee?.name).toBe('Lata Rao')
    const { entries } = await server.as(owner)(listAudit, { query: { search: learner.email } })
    expect(entries).toMatchObject([
      { reason: 'Her husband wrote to us.', actor: { id: support.id } },
    ])
    expect(JSON.stringify(entries)).not.toContain('Lata')
  })
})

describe('a parent opens the account of a child', () => {
  test('with a consent that is kept, its words and its time; the child logs in', async () => {
    const parent = await makeLearner(server.db, { name: 'Asha Nair' })

    const child = await addAndEnter(parent)

    expect(child.login).toMatch(/^aarav-[a-z2-9]{6}@child\.invalid$/)
    expect(child.withdrawn_at).toBeNull()
    const [consent] = await server.db
      .select()
      .from(parentalConsents)
      .where(eq(parentalConsents.childId, child.id))
    expect(consent).toMatchObject({ parentId: parent.id, isGiven: true })
    expect(consent?.words).toContain('I am the parent or guardian')
    await expect(
      server.owner.db.update(parentalConsents).set({ isGiven: false }),
    ).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
  })

  test('not without the consent, not as a child, and not without an end', async () => {
    const parent = await makeLearner(server.db)
    const child = await addAndEnter(parent)
    const body = { name: 'B', password, confirm_password: password }

    await expect(
      server.as(parent)(contract.addChild, { body: { ...body, consents: false as true } }),
    ).rejects.toMatchObject({ errors: [expect.objectContaining({ path: 'consents' })] })
    await expect(add(child)).rejects.toMatchObject({ code: 'not_for_children' })
    const more = await Promise.allSettled(Array.from({ length: 12 }, () => add(parent)))

    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  })

  test('once, also if they ask again as the answer was lost; nobody else has the account by its id', async () => {
    const [parent, other] = [await makeLearner(server.db), await makeLearner(server.db)]
    const body = { id: newId(), name: 'Aarav Nair', password, confirm_password: password }
    const ask = (who: Person) =>
      server.as(who)(contract.addChild, { body: { ...body, consents: true } })

    await Promise.all([ask(parent), ask(parent)])

    expect((await ask(parent)).children.map(({ id }) => id)).toEqual([body.id])
    expect(await readOutbox(server, parent.email)).toHaveLength(1)
    await expect(ask(other)).rejects.toMatchObject({ code: 'child_not_found' })
  })

  test('costs a hash only where one is opened, and not without an end', async () => {
    const parent = await makeLearner(server.db)
    const child = await addAndEnter(parent)
    const body = { name: 'B', password, confirm_password: password, consents: true } as const
    const hashes = vi.mocked(hashPassword).mockClear()

    await expect(add(child)).rejects.toMatchObject({ code: 'not_for_children' })
    await server.as(parent)(contract.addChild, { body: { ...body, id: child.id } })
    expect(hashes).not.toHaveBeenCalled()
    const more = await Promise.allSettled(Array.from({ length: 30 }, () => add(parent)))
    await expect(add(parent)).rejects.toMatchObject({ code: 'too_many_children' })

    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(hashes.mock.calls.length).toBeLessThanOrEqual(20)
  })

  test('gets the mails of the child, also the link for a new password', async () => {
    const parent = await makeLearner(server.db)
    const child = await add(parent)
    await server.visitor(forgotPassword, { body: { email: child.login } })

    const token = await readResetToken(server, parent.email)
    const fresh = { password: 'another long one', confirm_password: 'another long one' }
    await server.visitor(resetPassword, { body: { token, ...fresh } })

    await server.visitor(login, { body: { email: child.login, password: fresh.password } })
    expect(await readOutbox(server, child.login)).toEqual([])
  })

  test('and the child gets no news, whoever says yes to it', async () => {
    const child = await addAndEnter(await makeLearner(server.db))
    const ask = server.as(child)

    await expect(ask(saveMailConsents, { body: { news: true } })).rejects.toMatchObject({
      code: 'not_for_children',
    })

    const { news } = await ask(readMailConsents, {})
    expect(news.is_given).toBe(false)
    expect(news.history).toMatchObject([{ is_given: false, source: 'parent' }])
  })

  test('nobody else sees, closes or feeds it', async () => {
    const child = await add(await makeLearner(server.db))
    const stranger = await makeLearner(server.db)
    const params = { id: child.id }

    await expect(server.as(stranger)(contract.withdrawConsent, { params })).rejects.toMatchObject({
      code: 'child_not_found',
    })
    await expect(
      server.as(stranger)(contract.shareCourse, { params, body: { course_id: 'any' } }),
    ).rejects.toMatchObject({ code: 'child_not_found' })

    expect((await server.as(stranger)(contract.listMyChildren, {})).children).toEqual([])
  })

  test('a withdrawn consent closes the account at once, and staff cannot open it again', async () => {
    const parent = await makeLearner(server.db)
    const child = await addAndEnter(parent)
    const params = { id: child.id }

    const withdrawn = await Promise.all([
      server.as(parent)(contract.withdrawConsent, { params }),
      server.as(parent)(contract.withdrawConsent, { params }),
    ])

    expect(withdrawn[0]?.children[0]?.withdrawn_at).not.toBeNull()
    await expect(server.as(child)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    await expect(enter(child.login)).rejects.toMatchObject({ code: 'account_blocked' })
    await expect(
      server.as(owner)(unblockLearner, { params, body: { reason: 'They asked.' } }),
    ).rejects.toMatchObject({ code: 'consent_withdrawn' })
    expect((await readOutbox(server, parent.email)).map(({ subject }) => subject)).toEqual([
      'The account of Aarav Nair is closed',
      'The account of Aarav Nair is open',
    ])
  })

  test('a child’s account is joined with no other', async () => {
    const parent = await makeLearner(server.db)
    const child = await add(parent)
    await server.as(parent)(requestJoin, { body: { email: child.login } })
    const codes = (await readOutbox(server, parent.email)).flatMap(({ subject, text }) => {
      const code = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0]
      return code === undefined ? [] : [{ isOther: subject.startsWith('Are these'), code }]
    })
    const codeOf = (isOther: boolean) => codes.find((one) => one.isOther === isOther)?.code ?? ''
    const body = { email: child.login, code: codeOf(false), other_code: codeOf(true) }

    await expect(server.as(parent)(confirmJoin, { body })).rejects.toMatchObject({
      code: 'join_of_child',
    })
  })

  test('a child’s account gets no other address from support', async () => {
    const child = await add(await makeLearner(server.db))
    const helper = server.as(await makeStaff(server.db, 'support'))
    const email = `${unique('grown')}@example.test`

    const asked = helper(requestEmailChange, {
      params: { id: child.id },
      body: { email, reason: 'asked' },
    })

    await expect(asked).rejects.toMatchObject({ code: 'not_in_child_accounts' })
    expect(await readOutbox(server, email)).toEqual([])
  })
})

describe('what a parent buys', () => {
  test('opens for one child too, and closes for the child with a refund', async () => {
    const parent = await makeLearner(server.db)
    const [child, sibling] = [await addAndEnter(parent), await add(parent)]
    const course = await makeCourse(server.db)
    const body = { course_id: course.id }
    const share = (id: string) => server.as(parent)(contract.shareCourse, { params: { id }, body })
    const owns = async () =>
      (await server.as(child)(getCourse, { params: { course_id: course.id } })).owned

    await expect(share(child.id)).rejects.toMatchObject({ code: 'course_not_owned' })
    await buy(server, parent, course)
    const { children } = await share(child.id)

    expect(children[0]?.courses).toEqual([{ id: course.id, title: course.title }])
    expect(await owns()).toBe(true)
    await expect(share(child.id)).rejects.toMatchObject({ code: 'course_already_shared' })
    await expect(share(sibling.id)).rejects.toMatchObject({ code: 'course_already_shared' })
    await refund(parent)
    expect(await owns()).toBe(false)
  })

  test('is no gift of staff: theirs is withdrawn, and outlives a refund, whatever the parent shares', async () => {
    const parent = await makeLearner(server.db)
    const child = await addAndEnter(parent)
    const [course, other] = [await makeCourse(server.db), await makeCourse(server.db)]
    const params = { id: child.id }
    const reason = 'a prize'
    const share = (course_id: string) =>
      server.as(parent)(contract.shareCourse, { params, body: { course_id } })
    const give = () =>
      server.as(owner)(giveCourse, { params, body: { course_id: course.id, reason } })
    const withdraw = (course_id: string) =>
      server.as(owner)(withdrawGift, { params: { ...params, course_id }, body: { reason } })
    const readGifts = async () => {
      const { courses } = await server.as(owner)(getLearner, { params })
      const owned = courses.filter((one) => one.owned)
      return Object.fromEntries(owned.map((one) => [one.course_id, one.is_gift]))
    }
    const both = (isGift: boolean) => ({ [course.id]: isGift, [other.id]: false })
    await buy(server, parent, other)
    await share(other.id)
    await give()
    await buy(server, parent, course)
    await share(course.id)

    expect(await readGifts()).toEqual(both(true))
    await expect(withdraw(other.id)).rejects.toMatchObject({ code: 'gift_not_found' })
    expect(await withdraw(course.id)).toMatchObject({ owned: true })
    expect(await readGifts()).toEqual(both(false))
    await give()
    await refund(parent)

    expect(await readGifts()).toEqual(both(true))
  })

  test('twice is shared with two children, also where the answer to the first of them was lost', async () => {
    const parent = await makeLearner(server.db)
    const [child, sibling] = [await add(parent), await add(parent)]
    const course = await makeCourse(server.db)
    const share = (id: string) =>
      server.as(parent)(contract.shareCourse, { params: { id }, body: { course_id: course.id } })
    await buy(server, parent, course)
    const bundle_id = await makeBundle(server.db, [course.id, (await makeCourse(server.db)).id])
    const order = await server.as(parent)(createOrder, { body: { bundle_id } })
    await server.as(parent)(verifyPayment, { body: await pay(server, order.order_id) })

    await share(child.id)
    await expect(share(child.id)).rejects.toMatchObject({ code: 'course_already_shared' })

    const { children } = await share(sibling.id)
    expect(children.map(({ courses }) => courses.length)).toEqual([1, 1])
  })

  test('shared anew after a refund, the child has its certificate again', async () => {
    const parent = await makeLearner(server.db)
    const child = await addAndEnter(parent)
    const course = await makeCourse(server.db)
    const share = () =>
      server.as(parent)(contract.shareCourse, {
        params: { id: child.id },
        body: { course_id: course.id },
      })
    await buy(server, parent, course)
    await share()
    await watchCourse(server.db, child, course)
    await server.as(child)(getCertificate, { params: { course_id: course.id } })
    const holding = and(eq(certificates.learnerId, child.id), isNull(certificates.revokedAt))
    await refund(parent)
    expect(await server.db.$count(certificates, holding)).toBe(0)

    await buy(server, parent, course)
    await share()

    expect(await server.db.$count(certificates, holding)).toBe(1)
  })

  test('a refund and a share at the same moment leave the child nothing', async () => {
    for (let round = 0; round < 6; round += 1) {
      const parent = await makeLearner(server.db)
      const child = await add(parent)
      const course = await makeCourse(server.db)
      await buy(server, parent, course)

      await Promise.allSettled([
        refund(parent),
        server.as(parent)(contract.shareCourse, {
          params: { id: child.id },
          body: { course_id: course.id },
        }),
      ])

      const [only] = await listChildren(server.db, parent.id)
      expect(only?.courses).toEqual([])
    }
  })

  test('a child buys nothing', async () => {
    const child = await addAndEnter(await makeLearner(server.db))
    const { id: course_id } = await makeCourse(server.db)

    await expect(server.as(child)(createOrder, { body: { course_id } })).rejects.toMatchObject({
      code: 'child_cannot_buy',
    })
  })

  test('has with it which words on age the buyer read, once, and may lack them', async () => {
    const buyer = await makeLearner(server.db)
    const { id: course_id } = await makeCourse(server.db)
    const order = (statement?: string) =>
      server.as(buyer)(createOrder, { body: { course_id, statement } })

    await order()
    expect(await server.db.$count(orderStatements)).toBe(0)
    await Promise.all([order(adultWording), order(adultWording)])

    const [stated, ...others] = await server.db.select().from(orderStatements)
    expect(others).toEqual([])
    expect(stated?.wording).toBe(adultWording)
    await expect(order('anything')).rejects.toMatchObject({ status: 400 })
  })
})

async function refund(parent: Person): Promise<void> {
  const [payment] = await server.as(parent)(listMyPayments, {})
  await server.as(parent)(refundMyPayment, { params: { payment_id: payment?.id ?? '' } })
}

test('no child is staff, has Google, or is its own parent', async () => {
  const parent = await makeLearner(server.db)
  const child = await add(parent)
  const change = (columns: Partial<typeof users.$inferInsert>) =>
    server.db.update(users).set(columns).where(eq(users.id, child.id))

  for (const wrong of [
    { role: 'owner' as const },
    { googleSubject: 'g' },
    { parentId: child.id },
  ]) {
    await expect(change(wrong)).rejects.toMatchObject({ cause: { constraint: 'users_children' } })
  }
})
