import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buy } from '../../../../tests/support/buy.ts'
import {
  completeCourse,
  grantCourse,
  hideCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
  unique,
} from '../../../../tests/support/factories.ts'
import { readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { pathOf } from '../../../http/endpoint.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { login, logout, readProfile, updateProfile } from '../../accounts/contract.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { sessions, users } from '../../accounts/server/tables.ts'
import { getCertificate, verifyCertificate } from '../../certificates/contract.ts'
import { certificates } from '../../certificates/server/tables.ts'
import { getReceipt, listMyPayments, refundMyPayment } from '../../checkout/contract.ts'
import { orders } from '../../checkout/server/tables.ts'
import { listMyCourses } from '../../learning/contract.ts'
import { listAudit, listStaff } from '../../staff/contract.ts'
import { getMyCreditNote, getMyInvoice, getMyTaxDetails } from '../../tax/contract.ts'
import {
  answerEmailChange,
  blockLearner,
  confirmEmail,
  endSessions,
  getLearner,
  giveCourse,
  impersonateLearner,
  importLearners,
  listCourseNames,
  listImpersonations,
  listLearners,
  reissueCertificate,
  requestEmailChange,
  resendMail,
  unblockLearner,
  withdrawGift,
} from '../contract.ts'
import { certificateReissuedMail } from './mail-templates.ts'
import { supportViews } from './tables.ts'

const server = await startTestServer({ razorpay: true })
const { db, visitor } = server
afterAll(() => server.close())
const owner = await makeAdmin(db)
const asOwner = server.as(owner)
const support = await makeStaff(db, 'support')
const asSupport = server.as(support)
const of = (person: { id: string }) => ({ params: { id: person.id } })

describe('the list of learners', () => {
  const word = unique('zarina')
  const people: Person[] = []
  beforeAll(async () => {
    for (const at of [1, 2, 3, 4, 5]) {
      const name = `${word} ${6 - at}`
      people.push(await makeLearner(db, { name, createdAt: new Date(2026, 0, at) }))
    }
  })
  const walk = async (query: { sort?: 'newest' | 'name' }): Promise<string[]> => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await asSupport(listLearners, {
        query: { search: word, limit: 2, ...query, ...(cursor && { cursor }) },
      })
      ids.push(...page.learners.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    return ids
  }

  test('is walked page by page, newest first or by name, each once', async () => {
    const newest = people.map(({ id }) => id).toReversed()

    expect(await walk({})).toEqual(newest)
    expect(await walk({ sort: 'name' })).toEqual(newest)
  })

  test('begins where no cursor and no limit are given but their names', async () => {
    const answer = await server.fetch('/api/admin/learners?search=&cursor=&limit=', {
      headers: { authorization: `Bearer ${support.token}` },
    })

    expect(answer.status).toBe(200)
  })

  test('finds by part of a name or e-mail, in any case, and takes signs for what they are', async () => {
    const [first] = people
    const find = async (search: string) =>
      (await asSupport(listLearners, { query: { search } })).learners.map(({ id }) => id)

    expect(await find(word.toUpperCase())).toHaveLength(5)
    expect(await find(first!.email.slice(2, -3))).toEqual([first!.id])
    expect(await find('%')).toEqual([])
    expect(await find('no such person')).toEqual([])
  })

  test('finds odd names and addresses as they are, and answers any word', async () => {
    const tag = unique('odd')
    const email = `order_${tag}+reels@example.test`
    const person = await makeLearner(db, { name: `Zoë O'Brien "${tag}" 100%_\\ मीरा`, email })
    const find = async (search: string) =>
      (await asSupport(listLearners, { query: { search } })).learners.map(({ id }) => id)

    for (const search of [
      email,
      `  ${email.toUpperCase()} `,
      `order_${tag}`,
      `zoë o'brien "${tag}"`,
      `ZOË O'BRIEN "${tag}"`.normalize('NFD'),
      `${tag}" 100%_\\ मी`,
    ]) {
      expect(await find(search)).toEqual([person.id])
    }
    for (const search of [`${tag}%`, `${tag}_`, `'; drop table users; --${tag}`, '\\', '""', '😀'])
      expect(await find(search)).not.toContain(person.id)
    await expect(find('x'.repeat(10_000))).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'search', message: expect.stringContaining('at most 300') }],
    })
  })

  test('finds by the id of a payment, an order and a certificate', async () => {
    const course = await makeCourse(db)
    const buyer = await makeLearner(db)
    const { razorpay_payment_id } = await buy(server, buyer, course)
    const [order] = await db.select().from(orders).where(eq(orders.learnerId, buyer.id))
    const graduate = await makeLearner(db)
    await completeCourse(db, graduate, course)
    const { certificate_id } = await server.as(graduate)(getCertificate, {
      params: { course_id: course.id },
    })
    const find = async (search: string) =>
      (await asSupport(listLearners, { query: { search } })).learners.map(({ id }) => id)

    expect(await find(razorpay_payment_id)).toEqual([buyer.id])
    expect(await find(` ${razorpay_payment_id}\n`)).toEqual([buyer.id])
    expect(await find(order!.id.toUpperCase())).toEqual([buyer.id])
    expect(await find(order!.razorpayOrderId!)).toEqual([buyer.id])
    expect(await find(certificate_id.toLowerCase())).toEqual([graduate.id])
  })

  test('filters by course, by who never started, who stalled, and who was refunded', async () => {
    const course = await makeCourse(db)
    const [started, fresh, stranger, done] = await Promise.all(
      [1, 2, 3, 4].map(() => makeLearner(db)),
    )
    await grantCourse(db, fresh!, course)
    await grantCourse(db, started!, course)
    const longAgo = new Date(Date.now() - 20 * 24 * 3_600_000)
    await db.execute(`insert into course_progress (learner_id, course_id, percent)
      values ('${started!.id}', '${course.id}', 10)`)
    await db.execute(`insert into video_progress (learner_id, course_id, video_id,
      position_in_seconds, duration_in_seconds, played, played_in_seconds, fraction, reported_at)
      values ('${started!.id}', '${course.id}', '${course.videoIds[0]}', 1, 60, '[]', 1, 0.1,
      '${longAgo.toISOString()}')`)
    await completeCourse(db, done!, course, longAgo)
    const buyer = await makeLearner(db)
    await buy(server, buyer, course)
    const [order] = await db.select().from(orders).where(eq(orders.learnerId, buyer.id))
    await server.as(buyer)(refundMyPayment, { params: { payment_id: order!.id } })
    const find = async (query: object) =>
      (await asSupport(listLearners, { query: { limit: 100, ...query } })).learners.map(
        ({ id }) => id,
      )

    const owners = await find({ has_course: course.id })
    expect(owners.toSorted()).toEqual([started!.id, fresh!.id, done!.id].toSorted())
    expect(await find({ filter: 'never_started', has_course: course.id })).toEqual([fresh!.id])
    expect(await find({ filter: 'stalled', has_course: course.id })).toEqual([started!.id])
    expect(await find({ filter: 'refunded' })).toContain(buyer.id)
    expect(await find({ filter: 'refunded' })).not.toContain(stranger!.id)
  })
})

describe('the page of one person', () => {
  test('shows courses lesson by lesson, orders, certificates, mails and sessions', async () => {
    const course = await makeCourse(db)
    const buyer = await makeLearner(db)
    const { razorpay_payment_id } = await buy(server, buyer, course)

    const shown = await asOwner(getLearner, of(buyer))

    expect(shown.courses).toMatchObject([{ course_id: course.id, owned: true, is_gift: false }])
    expect(shown.courses[0]?.lessons.map(({ id }) => id)).toEqual(course.videoIds)
    expect(shown.orders).toMatchObject([{ razorpay_payment_id, status: 'completed', amount: 4999 }])
    expect(shown.orders[0]?.timeline.length).toBeGreaterThan(0)
    expect(shown.mails.length).toBeGreaterThan(0)
    expect(shown.sessions).toHaveLength(1)
    const toSupport = await asSupport(getLearner, of(buyer))
    expect(toSupport.orders[0]?.amount).toBeNull()
  })

  test('names to support no sum of what went back, in the subject of no mail', async () => {
    const buyer = await makeLearner(db)
    await buy(server, buyer, await makeCourse(db))
    const payment_id = (await server.as(buyer)(listMyPayments, {}))[0]?.id ?? ''
    await server.as(buyer)(refundMyPayment, { params: { payment_id } })

    const subjects = await vi.waitFor(async () => {
      const { mails } = await asSupport(getLearner, of(buyer))
      const all = mails.map(({ subject }) => subject)
      expect(all).toContainEqual(expect.stringMatching(/^Your refund/))
      return all.join()
    })

    expect(subjects).not.toContain('₹')
  })

  test('is missing for an id that nobody has', async () => {
    await expect(asSupport(getLearner, of({ id: randomUUID() }))).rejects.toMatchObject({
      code: 'learner_not_found',
    })
  })
})

describe('a gift', () => {
  test('opens the course once, is withdrawn once, and stands in the audit log', async () => {
    const [learner, course] = [await makeLearner(db), await makeCourse(db)]
    const give = () =>
      asSupport(giveCourse, { ...of(learner), body: { course_id: course.id, reason: 'a friend' } })
    const withdraw = () =>
      asSupport(withdrawGift, {
        params: { id: learner.id, course_id: course.id },
        body: { reason: 'by mistake' },
      })

    await Promise.all([give(), give()])
    expect(await server.as(learner)(listMyCourses, {})).toHaveLength(1)
    const shown = await asOwner(getLearner, of(learner))
    expect(shown.courses[0]).toMatchObject({ is_gift: true, history: [{ change: 'grant' }] })

    expect(await withdraw()).toMatchObject({ owned: false })
    await withdraw()
    expect(await server.as(learner)(listMyCourses, {})).toEqual([])
    const { entries } = await asOwner(listAudit, { query: { search: learner.id } })
    expect(entries.map(({ reason }) => reason)).toContain('by mistake')
    expect(entries.findLast(({ reason }) => reason === 'by mistake')).toMatchObject({
      before: { gift: course.id },
      after: { gift: null },
      actor: { id: support.id },
    })
  })

  test('withdrawn leaves what was paid for, and without that takes the certificate along', async () => {
    const [buyer, learner, course] = [
      await makeLearner(db),
      await makeLearner(db),
      await makeCourse(db),
    ]
    await buy(server, buyer, course)
    const body = { course_id: course.id, reason: 'both' }
    await asSupport(giveCourse, { ...of(buyer), body })
    await completeCourse(db, learner, course)
    const { certificate_id } = await server.as(learner)(getCertificate, {
      params: { course_id: course.id },
    })
    const withdraw = ({ id }: Person) =>
      asSupport(withdrawGift, { params: { id, course_id: course.id }, body: { reason: 'over' } })

    expect(await withdraw(buyer)).toMatchObject({ owned: true })
    expect(await withdraw(learner)).toMatchObject({ owned: false })

    expect(await server.as(buyer)(listMyCourses, {})).toHaveLength(1)
    expect(await visitor(verifyCertificate, { params: { certificate_id } })).toMatchObject({
      revoked: true,
    })
  })

  test('is refused of what does not exist, is a draft, or was never given', async () => {
    const learner = await makeLearner(db)
    const draft = await makeCourse(db, { state: 'draft' })
    const bought = await makeCourse(db)
    await buy(server, learner, bought)
    const give = (course_id: string) =>
      asSupport(giveCourse, { ...of(learner), body: { course_id, reason: 'why not' } })

    await expect(give('no-such')).rejects.toMatchObject({ code: 'course_not_found' })
    await expect(give(draft.id)).rejects.toMatchObject({ code: 'course_not_published' })
    await expect(
      asSupport(withdrawGift, {
        params: { id: learner.id, course_id: bought.id },
        body: { reason: 'x' },
      }),
    ).rejects.toMatchObject({ code: 'gift_not_found' })
  })
})

describe('an act on an account', () => {
  test.each([
    ['a block', blockLearner, {}],
    ['an end of a block', unblockLearner, {}],
    ['a new address', requestEmailChange, { email: 'new@example.test' }],
  ] as const)('that is %s needs a reason', async (_, endpoint, body) => {
    const learner = await makeLearner(db)
    for (const reason of [undefined, '', ' \n']) {
      const answer = await server.fetch(pathOf(endpoint.route).replace(':id', learner.id), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${support.token}` },
        body: JSON.stringify({ ...body, reason }),
      })
      expect(await answer.json()).toMatchObject({ status: 400, errors: [{ path: 'reason' }] })
    }
  })
})

describe('courses to choose from', () => {
  test('are all that somebody can have, with what became of them', async () => {
    const states = ['on_sale', 'unlisted', 'off_sale', 'draft'] as const
    const made = await Promise.all(states.map((state) => makeCourse(db, { state })))
    const gone = await makeCourse(db)
    await hideCourse(db, gone)

    const listed = await asSupport(listCourseNames, {})

    const about = (course: { id: string }) => listed.find(({ id }) => id === course.id)
    expect(made.map((course) => about(course)?.state)).toEqual([
      'on_sale',
      'unlisted',
      'off_sale',
      undefined,
    ])
    expect(about(gone)).toMatchObject({ is_deleted: true })
  })
})

describe('a new address', () => {
  test('holds only once its own mail was opened and the old one agreed, which is told; sessions end', async () => {
    const learner = await makeLearner(db, { googleSubject: unique('google') })
    const email = `${unique('new')}@example.test`
    await asSupport(requestEmailChange, { ...of(learner), body: { email, reason: 'lost it' } })
    await asSupport(requestEmailChange, { ...of(learner), body: { email, reason: 'again' } })
    expect((await asOwner(getLearner, of(learner))).new_email).toBe(email)
    expect((await server.as(learner)(readProfile, {})).user.email).toBe(learner.email)
    expect(await db.select().from(mails).where(eq(mails.recipient, email))).toHaveLength(1)

    const token = await readResetToken(server, email)
    const agree = { token: await readResetToken(server, learner.email), agrees: true }
    expect(await visitor(confirmEmail, { body: { token } })).toMatchObject({
      email,
      changed: false,
    })
    expect((await server.as(learner)(readProfile, {})).user.email).toBe(learner.email)
    await visitor(answerEmailChange, { body: agree })

    await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    const [row] = await db.select().from(users).where(eq(users.id, learner.id))
    expect(row).toMatchObject({ email, googleSubject: null })
    const told = await db.select().from(mails).where(eq(mails.recipient, learner.email))
    const changed = told.find(
      ({ subject }) => subject === 'The address of your account was changed',
    )
    expect(changed?.text).toContain('Your Google account no longer leads to it')
    await expect(visitor(confirmEmail, { body: { token } })).rejects.toMatchObject({
      code: 'email_link_unusable',
    })
  })

  test('is refused if somebody has it, also if they took it meanwhile', async () => {
    const [learner, other] = [await makeLearner(db), await makeLearner(db)]
    const change = (email: string) =>
      asSupport(requestEmailChange, { ...of(learner), body: { email, reason: 'asked for' } })
    await expect(change(other.email)).rejects.toMatchObject({ code: 'email_taken' })

    const email = `${unique('wanted')}@example.test`
    await change(email)
    const token = await readResetToken(server, email)
    await makeLearner(db, { email })
    await expect(visitor(confirmEmail, { body: { token } })).rejects.toMatchObject({
      code: 'email_taken',
    })
  })
})

describe('a certificate with a wrong name', () => {
  test('is led to in the language of the mail', () => {
    const hindi = { code: 'hi', tag: 'hi-IN', name: 'हिन्दी', direction: 'ltr' } as const
    const facts = {
      printedName: 'Asha Rao',
      courseTitle: 'Reels',
      id: 'NEW-1',
      oldId: 'OLD-1',
      publicUrl: 'https://academy.test',
    }

    const mail = runInLanguage({ ...hindi, messages: new Map() }, () =>
      certificateReissuedMail(facts),
    )

    expect(mail.button?.url).toMatch(/^https:\/\/academy\.test\/hi\/.*NEW-1/)
  })

  test('is issued again with another number, which the old ones lead to, and the learner is told', async () => {
    const [learner, course] = [await makeLearner(db, { name: 'Asha Roa' }), await makeCourse(db)]
    await completeCourse(db, learner, course)
    const asLearner = server.as(learner)
    const first = await asLearner(getCertificate, { params: { course_id: course.id } })
    const look = (certificate_id: string) =>
      visitor(verifyCertificate, { params: { certificate_id } })
    await look(first.certificate_id) // kept from now on
    const reissue = (certificate_id: string, name: string) =>
      asSupport(reissueCertificate, {
        params: { id: learner.id, certificate_id },
        body: { name, reason: 'misspelt at sign-up' },
      })

    const second = await reissue(first.certificate_id, 'Asha Rao')
    const third = await reissue(second.certificate_id, 'Asha Rao Iyer')

    const numbers = [first, second, third].map(({ certificate_id: id }) => id)
    expect(new Set(numbers).size).toBe(3)
    const shown = await vi.waitFor(async () => {
      const all = await Promise.all(numbers.map(look))
      expect(all.map(({ certificate_id: id }) => id)).toEqual(numbers.map(() => numbers[2]))
      return all
    })
    expect(shown.map(({ replaces }) => replaces)).toEqual([numbers[0], numbers[1], undefined])
    expect(shown[0]).toMatchObject({ user_name: 'Asha Rao Iyer', revoked: false })
    await vi.waitFor(async () =>
      expect(await asLearner(getCertificate, { params: { course_id: course.id } })).toMatchObject({
        certificate_id: numbers[2],
        user_name: 'Asha Rao Iyer',
      }),
    )
    await expect(reissue(first.certificate_id, 'Another')).rejects.toMatchObject({
      code: 'certificate_not_found',
    })
    const found = await asSupport(listLearners, { query: { search: first.certificate_id } })
    expect(found.learners.map(({ id }) => id)).toEqual([learner.id])
    const told = await db.select().from(mails).where(eq(mails.recipient, learner.email))
    expect(told.filter(({ subject }) => subject.includes('issued again'))).toHaveLength(2)
    const { entries } = await asOwner(listAudit, { query: { search: numbers[2]! } })
    expect(entries[0]).toMatchObject({
      reason: 'misspelt at sign-up',
      before: { name: 'Asha Rao' },
      after: { name: 'Asha Rao Iyer' },
    })
  })

  test('is not issued again once it was withdrawn, or for somebody else', async () => {
    const [learner, course] = [await makeLearner(db), await makeCourse(db)]
    await buy(server, learner, course)
    await completeCourse(db, learner, course)
    const { certificate_id } = await server.as(learner)(getCertificate, {
      params: { course_id: course.id },
    })
    const reissue = (id: string) =>
      asSupport(reissueCertificate, {
        params: { id, certificate_id },
        body: { name: 'Asha Rao', reason: 'misspelt' },
      })
    await expect(reissue((await makeLearner(db)).id)).rejects.toMatchObject({
      code: 'certificate_not_found',
    })
    await db
      .update(certificates)
      .set({ revokedAt: new Date() })
      .where(eq(certificates.id, certificate_id))

    await expect(reissue(learner.id)).rejects.toMatchObject({ code: 'certificate_not_found' })
  })
})

describe('a mail', () => {
  test('is sent once more, and by a double click no more than once', async () => {
    const learner = await makeLearner(db)
    await buy(server, learner, await makeCourse(db))
    const [mail] = (await asOwner(getLearner, of(learner))).mails
    const before = await db.$count(mails, eq(mails.recipient, learner.email))
    const params = { id: learner.id, mail_id: mail!.id }

    await Promise.all([asSupport(resendMail, { params }), asSupport(resendMail, { params })])

    expect(await db.$count(mails, eq(mails.recipient, learner.email))).toBe(before + 1)
    const other = await makeLearner(db)
    await expect(
      asSupport(resendMail, { params: { ...params, id: other.id } }),
    ).rejects.toMatchObject({ code: 'mail_not_found' })
    await db.update(mails).set({ list: 'news' }).where(eq(mails.id, params.mail_id))
    await expect(asSupport(resendMail, { params })).rejects.toMatchObject({
      code: 'mail_not_found',
    })
  })
})

describe('somebody who is blocked', () => {
  test('is logged out, is told so at the login, keeps courses, and comes back', async () => {
    const passwordHash = await hashPassword('a good one 1')
    const learner = await makeLearner(db, { passwordHash })
    await grantCourse(db, learner, await makeCourse(db))
    const enter = (password: string) => visitor(login, { body: { email: learner.email, password } })

    await asSupport(blockLearner, { ...of(learner), body: { reason: 'shares the password' } })

    await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    await expect(enter('a good one 1')).rejects.toMatchObject({ code: 'account_blocked' })
    await expect(enter('a wrong one 1')).rejects.toMatchObject({ code: 'credentials_wrong' })
    const shown = await asSupport(getLearner, of(learner))
    expect(shown.blocked?.reason).toBe('shares the password')
    expect(shown.courses).toMatchObject([{ owned: true }])
    await asSupport(unblockLearner, { ...of(learner), body: { reason: 'promised' } })
    expect(await enter('a good one 1')).toHaveProperty('token')
  })

  test('has no session that holds, also one that was opened while they were blocked', async () => {
    const learner = await makeLearner(db)
    await db
      .update(users)
      .set({ blockedAt: new Date(), blockedReason: 'x' })
      .where(eq(users.id, learner.id))

    await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  })

  test('is never an owner or oneself, and staff only by an owner', async () => {
    const teacher = await makeStaff(db, 'teacher')
    const block = (by: typeof asOwner, person: { id: string }) =>
      by(blockLearner, { ...of(person), body: { reason: 'x' } })

    await expect(block(asSupport, owner)).rejects.toMatchObject({ code: 'of_staff' })
    await expect(block(asSupport, support)).rejects.toMatchObject({ code: 'not_yourself' })
    await expect(block(asSupport, teacher)).rejects.toMatchObject({ code: 'of_staff' })
    await expect(block(asOwner, await makeAdmin(db))).rejects.toMatchObject({
      code: 'owner_not_blockable',
    })
    await block(asOwner, teacher)
    await expect(
      asSupport(requestEmailChange, {
        ...of(owner),
        body: { email: 'evil@example.test', reason: 'x' },
      }),
    ).rejects.toMatchObject({ code: 'of_staff' })
    await expect(asSupport(endSessions, { ...of(owner), body: {} })).rejects.toMatchObject({
      code: 'of_staff',
    })
  })
})

describe('support that looks at an account', () => {
  test('sees it, changes nothing, reaches no office, and the learner is told', async () => {
    const [learner, course] = [await makeLearner(db), await makeCourse(db)]
    await completeCourse(db, learner, course)
    const { token } = await asSupport(impersonateLearner, {
      ...of(learner),
      body: { reason: 'a lesson does not play' },
    })
    const asViewer = server.as({ token })

    const seen = await asViewer(readProfile, {})
    expect(seen).toMatchObject({ user: { id: learner.id }, is_view: true })
    expect(await asViewer(listMyCourses, {})).toHaveLength(1)
    await expect(
      asViewer(updateProfile, { body: { name: 'Somebody Else' } }),
    ).rejects.toMatchObject({ code: 'read_only' })
    await expect(asViewer(listStaff, {})).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(
      asViewer(getCertificate, { params: { course_id: course.id } }),
    ).rejects.toMatchObject({ code: 'read_only' })
    expect(await server.as(learner)(listImpersonations, {})).toMatchObject({
      views: [{ reason: 'a lesson does not play' }],
    })
    const { entries } = await asOwner(listAudit, { query: { search: learner.id } })
    expect(entries[0]).toMatchObject({ reason: 'a lesson does not play' })

    await asViewer(logout, {})
    await expect(asViewer(readProfile, {})).rejects.toMatchObject({ status: 401 })
    const own = await server.as(learner)(readProfile, {})
    expect(own).toMatchObject({ user: { id: learner.id }, is_view: false })
  })

  test('sees no sums there, and no tax details', async () => {
    const [learner, course] = [await makeLearner(db), await makeCourse(db)]
    await buy(server, learner, course)
    const [payment] = await server.as(learner)(listMyPayments, {})
    const { token } = await asSupport(impersonateLearner, {
      ...of(learner),
      body: { reason: 'to help' },
    })
    const params = { payment_id: payment!.id }

    const asViewer = server.as({ token })
    for (const answer of [
      () => asViewer(listMyPayments, {}),
      () => asViewer(getReceipt, { params }),
      () => asViewer(getMyInvoice, { params }),
      () => asViewer(getMyCreditNote, { params }),
      () => asViewer(getMyTaxDetails, {}),
    ]) {
      await expect(answer()).rejects.toMatchObject({ status: 403, code: 'not_in_views' })
    }
  })

  test('does so for fifteen minutes, however much it looks, and only while it works here', async () => {
    const learner = await makeLearner(db)
    const helper = await makeStaff(db, 'support')
    const body = { reason: 'to help' }
    const { token, expires_at } = await server.as(helper)(impersonateLearner, {
      ...of(learner),
      body,
    })
    await server.as({ token })(readProfile, {})
    const [kept] = await db.select().from(sessions).where(eq(sessions.viewerId, helper.id))
    expect(kept?.expiresAt.toISOString()).toBe(expires_at)
    const leftInMinutes = (Date.parse(expires_at) - Date.now()) / 60_000
    expect(leftInMinutes).toBeGreaterThan(10)
    expect(leftInMinutes).toBeLessThan(15.1)

    await db.update(users).set({ role: null }).where(eq(users.id, helper.id))
    await expect(server.as({ token })(readProfile, {})).rejects.toMatchObject({ status: 401 })
  })

  test('cannot look at staff, and does not show among their sessions', async () => {
    const teacher = await makeStaff(db, 'teacher')
    const learner = await makeLearner(db)
    const body = { reason: 'to help' }
    await expect(asOwner(impersonateLearner, { ...of(teacher), body })).rejects.toMatchObject({
      code: 'learner_is_staff',
    })
    await asSupport(impersonateLearner, { ...of(learner), body })
    expect((await asSupport(getLearner, of(learner))).sessions).toHaveLength(1)
    expect(await db.$count(supportViews, eq(supportViews.learnerId, teacher.id))).toBe(0)
  })
})

describe('a list of learners as a file', () => {
  test('comes in once, however often it is sent, and never gives again what was withdrawn', async () => {
    const [one, two] = [await makeCourse(db), await makeCourse(db)]
    const known = await makeLearner(db)
    const email = `${unique('imported')}@example.test`
    const csv = `email,name,courses\n${email.toUpperCase()},"Ravi Iyer","${one.id}, ${two.id}"\n${known.email},Other Name,${one.id}\n`
    const load = (dry_run: 'true' | 'false' = 'false') =>
      asSupport(importLearners, { query: { dry_run }, body: { csv } })

    expect(await load('true')).toMatchObject({ learners: 1, gifts: 3, done: false, problems: [] })
    expect(await db.$count(users, eq(users.email, email))).toBe(0)
    expect(await load()).toMatchObject({ rows: 2, learners: 1, gifts: 3, done: true })
    expect(await load()).toMatchObject({ learners: 0, gifts: 0, done: true })
    const [made] = await db.select().from(users).where(eq(users.email, email))
    expect(made).toMatchObject({ name: 'Ravi Iyer', passwordHash: null })
    await asSupport(withdrawGift, {
      params: { id: made!.id, course_id: one.id },
      body: { reason: 'over' },
    })
    expect(await load('true')).toMatchObject({ learners: 0, gifts: 0 })
    expect(await load()).toMatchObject({ learners: 0, gifts: 0 })
  })

  test('names every row that is wrong, and then changes nothing', async () => {
    const email = `${unique('never')}@example.test`
    const csv = `name,email,courses\nRavi,${email},\nMeera,not an address,\n,x@example.test,no-such\nAgain,${email},\n`
    const told = await asSupport(importLearners, { query: {}, body: { csv } })

    expect(told).toMatchObject({ done: false, learners: 0, gifts: 0 })
    expect(told.problems.map(({ row }) => row)).toEqual([3, 4, 5])
    expect(await db.$count(users, eq(users.email, email))).toBe(0)
    const withoutNames = await asSupport(importLearners, {
      query: {},
      body: { csv: 'email\na@b.c' },
    })
    expect(withoutNames.problems).toMatchObject([{ row: 1 }])
  })

  test('changes nothing twice, also when it is sent twice at once', async () => {
    const course = await makeCourse(db)
    const emails = Array.from({ length: 5 }, () => `${unique('both')}@example.test`)
    const rows = emails.map((email) => `${email};Ravi Iyer;${course.id}`)
    const load = (csv: string) => asSupport(importLearners, { query: {}, body: { csv } })

    const both = await Promise.all([
      load(['\uFEFFemail;name;courses', ...rows].join('\r\n')),
      load(['email;name;courses', ...rows.toReversed()].join('\n')),
    ])

    expect(both.every(({ done }) => done)).toBe(true)
    expect(both[0].learners + both[1].learners).toBe(5)
    expect(both[0].gifts + both[1].gifts).toBe(5)
    expect(await load(['email;name;courses', ...rows].join('\r'))).toMatchObject({
      learners: 0,
      gifts: 0,
      done: true,
    })
    for (const search of emails) {
      const { learners } = await asSupport(listLearners, { query: { search } })
      expect(learners).toMatchObject([{ courses: 1 }])
    }
  })

  test.each([
    ['in UTF-16', Buffer.from('email,name\na@b.test,Ravi', 'utf16le').toString(), 'CSV UTF-8'],
    ['in another encoding', 'email,name\na@b.test,Ren\uFFFD', 'CSV UTF-8'],
    ['with other headings', 'mail,who\na@b.test,Ravi', 'no column “email”'],
    ['with a heading twice', 'email,name,email\na@b.test,Ravi,b@b.test', 'there twice'],
    ['that is empty', '\r\n\r\n', 'empty'],
    ['cut off in a cell', 'email,name\na@b.test,"Ravi', 'quotation mark'],
    ['that is too long', `email,name\n${'a@b.test,R\n'.repeat(50_000)}`, 'has 50,000 rows'],
  ])('%s is refused in a sentence, and changes nothing', async (_, csv, sentence) => {
    const before = await db.$count(users)

    const told = await asSupport(importLearners, { query: {}, body: { csv } })

    expect(told).toMatchObject({ done: false, learners: 0, gifts: 0 })
    expect(told.problems).toMatchObject([{ message: expect.stringContaining(sentence) }])
    expect(await db.$count(users)).toBe(before)
  })

  test('of more than a million characters is refused in a sentence', async () => {
    const load = asSupport(importLearners, { query: {}, body: { csv: 'x'.repeat(1_000_001) } })

    await expect(load).rejects.toMatchObject({
      errors: [{ path: 'csv', message: 'Please use a smaller file.' }],
    })
  })

  test('goes out whole where no days are given but their names', async () => {
    const learner = await makeLearner(db)
    const finance = await makeStaff(db, 'finance')
    const answer = await server.fetch('/api/admin/exports/learners.csv?from=&to=', {
      headers: { authorization: `Bearer ${finance.token}` },
    })

    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(learner.id)
  })

  test('goes out so that no spreadsheet runs a name', async () => {
    const learner = await makeLearner(db, { name: '=cmd()', createdAt: new Date('2025-03-03') })
    const finance = await makeStaff(db, 'finance')
    const answer = await server.fetch(
      '/api/admin/exports/learners.csv?from=2025-03-03&to=2025-03-03',
      { headers: { authorization: `Bearer ${finance.token}` } },
    )
    const rows: string[][] = parse(await answer.text(), { bom: true })

    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(expect.arrayContaining([learner.id, "'=cmd()", learner.email]))
  })
})
