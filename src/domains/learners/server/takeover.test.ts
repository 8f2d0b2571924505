import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { pay } from '../../../../tests/support/buy.ts'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import {
  grantCourse,
  makeAdmin,
  makeAttachment,
  makeCourse,
  makeFilm,
  makeLearner,
  makeStaff,
  type Person,
  unique,
} from '../../../../tests/support/factories.ts'
import { readOutbox, readResetToken } from '../../../../tests/support/read-outbox.ts'
import {
  makeGuarded,
  makeKnown,
  outcomeOf,
  password,
} from '../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { openDatabaseAgain } from '../../../../tests/support/test-database.ts'
import { bearer, beginUpload, idOf } from '../../../../tests/support/upload.ts'
import type { Role } from '../../../http/rights.ts'
import { isOwned } from '../../access/server/check-access.ts'
import {
  changePassword,
  forgotPassword,
  login,
  readProfile,
  resetPassword,
} from '../../accounts/contract.ts'
import { stepUp } from '../../accounts/security/contract.ts'
import { lockAddress } from '../../accounts/server/lock-address.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { setStaffPassword } from '../../accounts/server/set-staff-password.ts'
import { passwordResets, users } from '../../accounts/server/tables.ts'
import { getCourse } from '../../catalogue/contract.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { createOrder, verifyPayment } from '../../checkout/contract.ts'
import { attachmentFetches } from '../../files/server/tables.ts'
import {
  acceptInvitation,
  changeRole,
  inviteStaff,
  listAudit,
  listStaff,
  removeStaff,
} from '../../staff/contract.ts'
import { createRecordAuditEvent } from '../../staff/server/record-audit-event.ts'
import {
  answerEmailChange,
  blockLearner,
  confirmEmail,
  endSessions,
  impersonateLearner,
  requestEmailChange,
  requestOwnEmailChange,
  resetSecondStep,
  unblockLearner,
} from '../contract.ts'
import { applyDueEmailChanges } from './confirm-email.ts'
import { emailChanges } from './tables.ts'

const server = await startTestServer({ razorpay: true })
const { db, visitor } = server
const second = await startTestServer({ beside: server })
afterAll(async () => {
  await second.close()
  await server.close()
})
const owner = await makeAdmin(db)
const asOwner = server.as(owner)
const of = ({ id }: { id: string }) => ({ params: { id } })

const letADayPass = ({ id }: Person) =>
  db
    .update(emailChanges)
    .set({
      requestedAt: sql`requested_at - interval '1 day'`,
      expiresAt: sql`expires_at - interval '1 day'`,
    })
    .where(eq(emailChanges.userId, id))
const applyDue = () =>
  applyDueEmailChanges(
    { ...server.checkout, recordAuditEvent: createRecordAuditEvent(db) },
    new AbortController().signal,
  )
const emailOf = async ({ id }: Person) =>
  (await db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email

describe('a look at an account ends', () => {
  const give = (role: Role) => (helper: Person) =>
    asOwner(changeRole, { ...of(helper), body: { role } })

  test.each<[string, (helper: Person) => Promise<unknown>]>([
    ['once who looks may not look after people any more', give('finance')],
    ['once they got another role, also if that may look too', give('owner')],
    ['once they work here no more', (helper) => asOwner(removeStaff, of(helper))],
    ['once an owner logs them out', (helper) => asOwner(endSessions, { ...of(helper), body: {} })],
    ['once they are blocked', (helper) => block(helper)],
    [
      'once they choose another password, as who fears that somebody knows it',
      async (helper) => {
        const passwordHash = await hashPassword('a good one 1')
        await db.update(users).set({ passwordHash }).where(eq(users.id, helper.id))
        const password = 'a better one 2'
        const body = { current_password: 'a good one 1', password, confirm_password: password }
        await server.as(helper)(changePassword, { body })
      },
    ],
  ])('%s', async (_, end) => {
    const helper = await makeStaff(db, 'support')
    const asViewer = second.as(await lookAt(await makeLearner(db), helper))
    await asViewer(readProfile, {})

    await end(helper)

    await expect(asViewer(readProfile, {})).rejects.toMatchObject({ status: 401 })
  })

  test('for a role that was taken behind the back of the office, too', async () => {
    const helper = await makeStaff(db, 'support')
    const asViewer = server.as(await lookAt(await makeLearner(db), helper))

    await db.update(users).set({ role: 'finance' }).where(eq(users.id, helper.id))

    await expect(asViewer(readProfile, {})).rejects.toMatchObject({ status: 401 })
  })
})

test('what support tries while it looks is not written down as tried by the learner', async () => {
  const learner = await makeLearner(db)
  const asViewer = server.as(await lookAt(learner, await makeStaff(db, 'support')))

  await expect(asViewer(listStaff, {})).rejects.toMatchObject({ code: 'not_allowed' })

  const { entries } = await asOwner(listAudit, { query: { actor: learner.id } })
  expect(entries).toEqual([])
})

describe('a file to take away', () => {
  async function openFile(viewer: { token: string }, courseId: string): Promise<string> {
    const { modules } = await server.as(viewer)(getCourse, { params: { course_id: courseId } })
    return modules[0]?.videos[0]?.attachments?.[0]?.url ?? ''
  }
  async function makeCourseWithFile(): Promise<{ id: string; fileId: string }> {
    const course = await makeCourse(db)
    const key = `attachments/${unique('notes')}`
    const fileId = await makeAttachment(db, course, { key, sizeInBytes: 4 })
    await server.media.write(key, Buffer.from('%PDF'), { type: 'application/pdf' })
    await db
      .update(videos)
      .set({ attachments: [{ id: fileId, name: 'Notes' }] })
      .where(eq(videos.id, course.videoIds[0] ?? ''))
    return { id: course.id, fileId }
  }

  test('opens to a look as long as that lasts, and the learner has not fetched it', async () => {
    const [learner, helper] = [await makeLearner(db), await makeStaff(db, 'support')]
    const course = await makeCourseWithFile()
    await grantCourse(db, learner, course)
    const link = await openFile(await lookAt(learner, helper), course.id)
    expect((await server.fetch(link)).status).toBe(200)
    expect((await server.fetch(link.replace(/&view=[\w-]+/, ''))).status).toBe(403)
    expect(await db.$count(attachmentFetches, eq(attachmentFetches.learnerId, learner.id))).toBe(0)

    await asOwner(removeStaff, of(helper))

    expect((await server.fetch(link)).status).toBe(403)
  })

  test('closes to who is blocked, and opens again with the account', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourseWithFile()
    await grantCourse(db, learner, course)
    const link = await openFile(learner, course.id)
    expect((await server.fetch(link)).status).toBe(200)

    await block(learner)
    expect((await server.fetch(link)).status).toBe(403)

    await asOwner(unblockLearner, { ...of(learner), body: { reason: 'over' } })
    expect((await server.fetch(link)).status).toBe(200)
  })
})

test('the film of a course closes to a teacher in both processes once the role is taken', async () => {
  const teacher = await makeStaff(db, 'teacher')
  const course = await makeCourse(db)
  const bytes = Buffer.from('a film')
  await server.media.write('films/of-a-teacher', bytes, { type: 'video/mp4' })
  const filmId = await makeFilm(db, course, [
    { key: 'films/of-a-teacher', sizeInBytes: bytes.length },
  ])
  const url = `film:${filmId}`
  await db
    .update(videos)
    .set({ url })
    .where(eq(videos.id, course.videoIds[0] ?? ''))
  const opened = await server.fetch(`/api/courses/${course.id}`, {
    headers: { authorization: `Bearer ${teacher.token}` },
  })
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const link = /\/films\/[^"]+/.exec(await opened.text())?.[0] ?? ''
  const play = async (at: typeof server) =>
    (await fetch(at.baseUrl + link, { headers: { cookie } })).status
  expect([await play(server), await play(second)]).toEqual([200, 200])

  await asOwner(changeRole, { ...of(teacher), body: { role: 'support' } })

  await vi.waitFor(async () => expect([await play(server), await play(second)]).toEqual([403, 403]))
})

describe('a new address that support asked for', () => {
  const ask = async (by: Person, learner: Person): Promise<string> => {
    const email = `${unique('wanted')}@example.test`
    await server.as(by)(requestEmailChange, { ...of(learner), body: { email, reason: 'asked' } })
    return readResetToken(server, email)
  }
  const confirm = (token: string) => visitor(confirmEmail, { body: { token } })
  const say = (agrees: boolean, token: string) =>
    visitor(answerEmailChange, { body: { token, agrees } })
  /** By the newest link that the old address was mailed. */
  const agree = async ({ email }: { email: string }) =>
    say(true, await readResetToken(server, email))
  const unusable = { code: 'email_link_unusable' }

  test('does not become that of somebody who works here since', async () => {
    const [helper, learner] = [await makeStaff(db, 'support'), await makeLearner(db)]
    const token = await ask(helper, learner)
    await asOwner(inviteStaff, { body: { email: learner.email, role: 'owner' } })
    const invitation = await readResetToken(server, learner.email)
    await visitor(acceptInvitation, { body: { token: invitation } })

    await expect(confirm(token)).rejects.toMatchObject(unusable)

    expect(await emailOf(learner)).toBe(learner.email)
  })

  test('becomes that of staff if an owner asked', async () => {
    const teacher = await makeStaff(db, 'teacher')

    await confirm(await ask(owner, teacher))
    await agree(teacher)

    expect(await emailOf(teacher)).toMatch(/^wanted/)
    // As it was asked for, and not once more.
    const { entries } = await asOwner(listAudit, { query: { search: teacher.email } })
    expect(entries.map(({ before, reason }) => [before, reason])).toEqual([
      [{ email: teacher.email }, 'asked'],
    ])
  })

  test.each<[string, (helper: Person) => Promise<unknown>]>([
    ['lost the right', (helper) => asOwner(removeStaff, of(helper))],
    ['was blocked', (helper) => block(helper)],
  ])('is nobody’s once who asked %s', async (_, end) => {
    const [helper, learner] = [await makeStaff(db, 'support'), await makeLearner(db)]
    const token = await ask(helper, learner)

    await end(helper)

    await expect(confirm(token)).rejects.toMatchObject(unusable)
    expect(await emailOf(learner)).toBe(learner.email)
  })

  // Of any order of what can happen: proof of the new address, what the old one says, and time.
  type Event = 'new confirms' | 'old agrees' | 'old refuses' | 'a day passes'
  interface Asked {
    learner: Person
    token: string
    oldToken: string
  }
  const happenings: Record<Event, (asked: Asked) => Promise<unknown>> = {
    'new confirms': ({ token }) => confirm(token),
    'old agrees': ({ oldToken }) => say(true, oldToken),
    'old refuses': ({ oldToken }) => say(false, oldToken),
    'a day passes': async ({ learner }) => {
      await letADayPass(learner)
      await applyDue()
    },
  }
  test.each(orders(Object.keys(happenings) as Event[]))(
    'is theirs once it is confirmed and the old one agreed or was silent for a day: %s',
    async (...events) => {
      const [helper, learner] = [await makeStaff(db, 'support'), await makeLearner(db)]
      const token = await ask(helper, learner)
      const oldToken = await readResetToken(server, learner.email)
      let state: Event[] | 'changed' | 'over' = []
      const surprises: Event[] = []

      for (const event of events) {
        const happened = await happenings[event]({ learner, token, oldToken }).then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject(unusable)
            return false
          },
        )
        if (Array.isArray(state)) {
          const isInTime: boolean =
            !state.includes('a day passes') || state.includes('new confirms')
          if (happened !== (event === 'a day passes' || isInTime)) surprises.push(event)
          if (happened) state = event === 'old refuses' ? 'over' : [...state, event]
        }
        if (Array.isArray(state) && state.includes('new confirms')) {
          if (state.includes('old agrees') || state.includes('a day passes')) state = 'changed'
        }

        expect(await emailOf(learner)).toMatch(state === 'changed' ? /^wanted/ : learner.email)
      }
      expect(surprises).toEqual([])
    },
  )

  test('leaves no link for a new password to the old one, also one mailed at that moment', async () => {
    const learner = await makeLearner(db)
    const token = await ask(owner, learner)
    await agree(learner)
    const other = openDatabaseAgain(server.url)
    let confirming: Promise<unknown> = Promise.resolve()
    await other.db.transaction(async (db) => {
      await lockAddress(db, learner.email) // as who asks for the link
      confirming = confirm(token)
      await Promise.race([confirming, vi.waitFor(isOneBlocked)])
      await db.insert(passwordResets).values({
        tokenHash: Buffer.from(unique('link').padEnd(32, 'x')).subarray(0, 32),
        userId: learner.id,
        expiresAt: sql`now() + interval '1 hour'`,
      })
    })
    await confirming
    await other.close()

    expect(
      await db.$count(
        passwordResets,
        sql`${eq(passwordResets.userId, learner.id)} and ${isNull(passwordResets.usedAt)}`,
      ),
    ).toBe(0)
  })

  test('is asked for and confirmed at once by many, and nobody waits for another for ever', async () => {
    const learner = await makeLearner(db)
    for (let round = 0; round < 5; round += 1) {
      const token = await ask(owner, learner)
      const oldToken = await readResetToken(server, (await emailOf(learner)) ?? '')
      const outcomes = await Promise.allSettled([
        confirm(token),
        say(true, oldToken),
        ask(owner, learner),
        confirm(token),
        ask(owner, learner),
      ])
      const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      for (const failure of failures) expect(failure).toMatchObject(unusable)
    }
  })
})

/** All orders of some things, each a row for `test.each`. */
function orders<Thing>(things: Thing[]): Thing[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first) =>
    orders(things.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  )
}

async function isOneBlocked(): Promise<void> {
  expect(await countBlocked(db)).toBe(1)
}

async function lookAt(learner: Person, helper: Person): Promise<{ token: string }> {
  return server.as(helper)(impersonateLearner, { ...of(learner), body: { reason: 'to help' } })
}

async function block(person: Person): Promise<void> {
  await asOwner(blockLearner, { ...of(person), body: { reason: 'a test' } })
}

describe('money that is under way', () => {
  const owns = async ({ id }: Person, courseId: string) => isOwned(db, id, courseId)
  const order = (learner: Person, courseId: string) =>
    server.as(learner)(createOrder, { body: { course_id: courseId } })

  test('of somebody who is blocked meanwhile opens the course, which is there when they are back', async () => {
    const [learner, course] = [await makeLearner(db), await makeCourse(db)]
    const { order_id } = await order(learner, course.id)
    await block(learner)

    const paid = await pay(server, order_id, { webhook: 'now' })

    await expect(server.as(learner)(verifyPayment, { body: paid })).rejects.toMatchObject({
      status: 401,
    })
    await vi.waitFor(async () => expect(await owns(learner, course.id)).toBe(true))
    await asOwner(unblockLearner, { ...of(learner), body: { reason: 'over' } })
    expect(await owns(learner, course.id)).toBe(true)
  })

  test('is confirmed to the address that the account has by then', async () => {
    const [learner, course] = [await makeLearner(db), await makeCourse(db)]
    const { order_id } = await order(learner, course.id)
    const email = `${unique('moved')}@example.test`
    await asOwner(requestEmailChange, { ...of(learner), body: { email, reason: 'asked' } })
    await visitor(confirmEmail, { body: { token: await readResetToken(server, email) } })
    const agree = { token: await readResetToken(server, learner.email), agrees: true }
    await visitor(answerEmailChange, { body: agree })

    await pay(server, order_id, { webhook: 'now' })

    await vi.waitFor(async () => expect(await owns(learner, course.id)).toBe(true))
    const about = async (to: string) =>
      (await readOutbox(server, to)).filter(({ text }) => text.includes(course.title))
    expect((await about(email)).length).toBeGreaterThan(0)
    expect(await about(learner.email)).toEqual([])
  })
})

test('an upload that is begun and one that is taken back are in the audit log', async () => {
  const teacher = await makeStaff(db, 'teacher')
  const course = await makeCourse(db)
  const begun = await beginUpload(server, teacher, {
    courseId: course.id,
    filename: 'Notes.pdf',
    kind: 'attachment',
    sizeInBytes: 100,
  })
  const id = idOf(begun)
  await server.fetch(`/api/admin/uploads/${id}`, {
    method: 'DELETE',
    headers: { ...bearer(teacher), 'tus-resumable': '1.0.0' },
  })

  await vi.waitFor(async () => {
    const { entries } = await asOwner(listAudit, { query: { actor: teacher.id } })
    expect(entries.map(({ act, subject, outcome }) => [act, subject?.id, outcome])).toEqual([
      ['DELETE /admin/uploads', id, 'done'],
      ['POST /admin/uploads', id, 'done'],
    ])
  })
})

describe('another address that a learner asks for in the account', () => {
  const own = async () => {
    const { person, browser } = await makeKnown(server)
    const email = `${unique('new')}@example.test`
    await browser.ask(stepUp, { body: { password } })
    await browser.ask(requestOwnEmailChange, { body: { email } })
    return { person, browser, email }
  }
  const linkTo = async (to: string) => readResetToken(server, to)

  test('is theirs once the new one is proved and the old one agrees, and is asked for by nobody with a token alone', async () => {
    const { person, email } = await own()
    const thief = await makeKnown(server)

    const asked = thief.browser.ask(requestOwnEmailChange, { body: { email: 'x@example.test' } })
    expect(await outcomeOf(asked)).toBe('step_up_needed')
    await visitor(answerEmailChange, { body: { token: await linkTo(person.email), agrees: true } })
    await visitor(confirmEmail, { body: { token: await linkTo(email) } })
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(row?.email).toBe(email)
    const { entries } = await asOwner(listAudit, { query: { search: email } })
    expect(
      entries.map(({ summary, actor, before, after }) => [summary, actor, before, after]),
    ).toEqual([
      [
        'Change one’s own e-mail address',
        { id: person.id, name: person.name, role: null },
        { email: person.email },
        { email },
      ],
    ])
  })

  type Asked = Awaited<ReturnType<typeof own>>
  const next = 'another good password'
  const typed = { password: next, confirm_password: next }
  test.each<[string, (asked: Asked) => Promise<unknown>]>([
    [
      'chosen by a mailed link',
      async ({ person: { email } }) => {
        await visitor(forgotPassword, { body: { email } })
        const newest = async () => (await readOutbox(server, email))[0]?.subject
        await expect.poll(newest).toBe('Choose a new password')
        await visitor(resetPassword, { body: { token: await linkTo(email), ...typed } })
      },
    ],
    [
      'chosen in the account',
      ({ browser }) =>
        browser.ask(changePassword, { body: { current_password: password, ...typed } }),
    ],
    [
      'set on the machine',
      async ({ person: { id, email } }) => {
        await db.update(users).set({ role: 'owner' }).where(eq(users.id, id))
        const set = { email, password: next, withSecondStep: false }
        const deps = { ...server.checkout, publicUrl: () => server.baseUrl }
        await setStaffPassword(deps, set, async () => undefined)
      },
    ],
    [
      'not even chosen, but a block was over',
      async ({ person }) => {
        await block(person)
        await asOwner(unblockLearner, { ...of(person), body: { reason: 'over' } })
      },
    ],
    [
      'not even chosen, but support logged everybody out',
      ({ person }) => asOwner(endSessions, of(person)),
    ],
    [
      'not even chosen, but support took the second step off',
      ({ person }) => asOwner(resetSecondStep, { ...of(person), body: { reason: 'lost' } }),
    ],
  ])('is nobody’s once a new password was %s', async (_, secure) => {
    const asked = await own()
    await visitor(confirmEmail, { body: { token: await linkTo(asked.email) } })

    await secure(asked)

    await letADayPass(asked.person)
    await applyDue()
    expect(await emailOf(asked.person)).toBe(asked.person.email)
    expect(await db.$count(emailChanges, eq(emailChanges.userId, asked.person.id))).toBe(0)
  })

  test('stays asked for when support asked and logs them out', async () => {
    const learner = await makeLearner(db)
    const email = `${unique('wanted')}@example.test`
    await asOwner(requestEmailChange, { ...of(learner), body: { email, reason: 'asked' } })

    await asOwner(endSessions, of(learner))

    await visitor(answerEmailChange, { body: { token: await linkTo(learner.email), agrees: true } })
    await visitor(confirmEmail, { body: { token: await linkTo(email) } })
    expect(await emailOf(learner)).toBe(email)
  })

  test('is not given to an account that is locked', async () => {
    const { person, email } = await own()
    await db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, person.id))

    const confirmed = visitor(confirmEmail, { body: { token: await linkTo(email) } })

    expect(await outcomeOf(confirmed)).toBe('email_link_unusable')
  })

  test('is locked out with whoever asked, if the old one says no', async () => {
    const { person, browser, email } = await own()
    const fresh = await linkTo(email)

    await visitor(answerEmailChange, { body: { token: await linkTo(person.email), agrees: false } })

    expect(await outcomeOf(browser.ask(readProfile, {}))).toBe('not_signed_in')
    const body = { email: person.email, password }
    expect(await outcomeOf(visitor(login, { body }))).toBe('account_locked')
    const confirmed = visitor(confirmEmail, { body: { token: fresh } })
    expect(await outcomeOf(confirmed)).toBe('email_link_unusable')
  })

  test('tells nobody that it has an account', async () => {
    const other = await makeLearner(db)
    const { browser } = await makeKnown(server)
    await browser.ask(stepUp, { body: { password } })

    const answer = browser.ask(requestOwnEmailChange, { body: { email: other.email } })

    expect(await outcomeOf(answer)).toBe('ok')
    const confirmed = visitor(confirmEmail, { body: { token: await linkTo(other.email) } })
    expect(await outcomeOf(confirmed)).toBe('email_taken')
  })
})

test('support takes the second step off an account whose owner lost it, but not off that of staff', async () => {
  const helper = server.as(await makeStaff(db, 'support'))
  const [lost, colleague] = [
    await makeGuarded(server),
    await makeGuarded(server, { role: 'owner' }),
  ]
  const body = { reason: 'Showed a passport.' }

  const refused = helper(resetSecondStep, { ...of(colleague.person), body })
  expect(await outcomeOf(refused)).toBe('of_staff')
  await helper(resetSecondStep, { ...of(lost.person), body })

  const typed = { email: lost.person.email, password }
  expect(await outcomeOf(visitor(login, { body: typed }))).toBe('ok')
  expect(await outcomeOf(lost.browser.ask(readProfile, {}))).toBe('not_signed_in')
})
