import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buy, eventually, pay } from '../../../../../tests/support/buy.ts'
import { countBlocked } from '../../../../../tests/support/count-blocked.ts'
import {
  completeCourse,
  grantCourse,
  makeAdmin,
  makeAttachment,
  makeCoupon,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
  unique,
} from '../../../../../tests/support/factories.ts'
import { startGoogleStandIn } from '../../../../../tests/support/google-keys.ts'
import { askForCodes, join, readJoinCode } from '../../../../../tests/support/join.ts'
import { readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { googleLogin, readProfile } from '../../../accounts/contract.ts'
import { readMailConsents, recordMailConsents } from '../../../accounts/server/mail-consents.ts'
import {
  accountAlerts,
  authenticatorApps,
  knownDevices,
  passkeys,
  passwordResets,
  recoveryCodes,
  sessions,
  signInChallenges,
  users,
} from '../../../accounts/server/tables.ts'
import { assignment } from '../../../assignments/assignment.ts'
import { assignments, submissionFiles, submissions } from '../../../assignments/server/tables.ts'
import { checkoutReminders, letterRecipients, letters } from '../../../campaigns/server/tables.ts'
import { getCertificate, verifyCertificate } from '../../../certificates/contract.ts'
import {
  createOrder,
  getReceipt,
  listMyPayments,
  verifyPayment,
} from '../../../checkout/contract.ts'
import { fileComplaint } from '../../../complaints/contract.ts'
import {
  answers,
  discussionBlocks,
  discussionMails,
  discussionNotices,
  discussionReports,
  questions,
} from '../../../discussion/server/tables.ts'
import { attachmentFetches } from '../../../files/server/tables.ts'
import { earlierPlays, earlyOpenings, passedQuizzes } from '../../../learning/server/tables.ts'
import { notes } from '../../../notes/server/tables.ts'
import { dataExports, erasureCodes, erasures } from '../../../privacy/server/tables.ts'
import { quizSettings } from '../../../quizzes/quiz.ts'
import { quizAttempts, quizzes } from '../../../quizzes/server/tables.ts'
import {
  lessonNotices,
  playedDays,
  pushSubscriptions,
  studyPlans,
} from '../../../reminders/server/tables.ts'
import { addChild, saveMyNominee } from '../../../representatives/contract.ts'
import { reviewReports, reviewRequests, reviews } from '../../../reviews/server/tables.ts'
import { listAudit } from '../../../staff/contract.ts'
import { putMyTaxDetails, putTaxSettings } from '../../../tax/contract.ts'
import {
  blockLearner,
  cancelJoin,
  confirmJoin,
  getLearner,
  giveCourse,
  impersonateLearner,
  importLearners,
  listLearners,
  readJoin,
  requestJoin,
  requestJoinFor,
  withdrawGift,
} from '../../contract.ts'
import { emailChanges, joinedAccounts, joinRequests, supportViews } from '../tables.ts'

const google = await startGoogleStandIn()
let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true, env: google.env })
  owner = await makeAdmin(server.db)
})
afterAll(async () => {
  google.close()
  await server.close()
})

/** Somebody with a work address and, under another name, a private one. */
async function makePair() {
  const into = await makeLearner(server.db, { name: 'Meera Nair' })
  const from = await makeLearner(server.db, { name: 'M. Nair' })
  return { into, from }
}

describe('who has two accounts', () => {
  test('makes them one: both purchases, the progress and the certificate are there', async () => {
    const { into, from } = await makePair()
    const [first, second] = [await makeCourse(server.db), await makeCourse(server.db)]
    await buy(server, into, first)
    await buy(server, from, second)
    await completeCourse(server.db, from, second)
    const issued = await server.as(from)(getCertificate, { params: { course_id: second.id } })

    await join(server, into, from)

    const { user } = await server.as(into)(readProfile, {})
    expect(user.email).toBe(into.email)
    expect(user.purchased_courses.toSorted()).toEqual([first.id, second.id].toSorted())
    const payments = await server.as(into)(listMyPayments, {})
    expect(payments.map(({ status }) => status)).toEqual(['completed', 'completed'])
    const params = { course_id: second.id }
    const certificate = await server.as(into)(getCertificate, { params })
    expect(certificate.certificate_id).toBe(issued.certificate_id)
    expect(certificate.user_name).toBe('M. Nair')
    await expect(server.as(from)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    await expect(server.as(owner)(getLearner, { params: { id: from.id } })).rejects.toMatchObject({
      code: 'learner_not_found',
    })
    for (const { email } of [into, from]) {
      expect((await readOutbox(server, email))[0]?.subject).toBe('Your two accounts are one now')
    }
  })

  test('sees a receipt of the other account as it was', async () => {
    const { into, from } = await makePair()
    await buy(server, from, await makeCourse(server.db))
    const read = async (who: Person) => {
      const [payment] = await server.as(who)(listMyPayments, {})
      const params = { payment_id: payment?.id ?? '' }
      return (await server.as(who)(getReceipt, { params })).pdf_data
    }
    const before = await read(from)

    await join(server, into, from)

    expect(await read(into)).toBe(before)
  })

  test('may press twice: the second time changes nothing', async () => {
    const { into, from } = await makePair()
    const body = await join(server, into, from)

    await server.as(into)(confirmJoin, { body })

    expect(await server.as(into)(readJoin, {})).toEqual({ request: null })
  })

  test('may type the codes as they like, and change their mind before', async () => {
    const { into, from } = await makePair()
    const body = await askForCodes(server, into, from)
    expect((await server.as(into)(readJoin, {})).request?.email).toBe(from.email)
    await server.as(into)(cancelJoin, {})
    await expect(server.as(into)(confirmJoin, { body })).rejects.toMatchObject({
      code: 'code_expired',
    })

    const asked = await askForCodes(server, into, from)
    const code = ` ${asked.code.toLowerCase().replace('-', ' ')} `
    const other_code = asked.other_code.replace('-', '')
    await server.as(into)(confirmJoin, { body: { ...asked, code, other_code } })

    expect(await isThere(from)).toBe(false)
  })

  test('logs in with the Google account of either, if the one that stays had none', async () => {
    const subject = unique('google')
    const into = await makeLearner(server.db)
    const from = await makeLearner(server.db, { googleSubject: subject })
    await join(server, into, from)

    const claims = { sub: subject, email: from.email, email_verified: true }
    const answer = await server.visitor(googleLogin, {
      body: { credential: await google.sign(claims) },
    })

    expect(answer.user.email).toBe(into.email)
  })

  test('is found by the address that they had, and the audit log says what happened', async () => {
    const { into, from } = await makePair()
    await join(server, into, from)

    const { learners } = await server.as(owner)(listLearners, { query: { search: from.email } })
    const { entries } = await server.as(owner)(listAudit, { query: { search: from.email } })

    expect(learners.map(({ id }) => id)).toEqual([into.id])
    expect(entries).toMatchObject([
      { actor: { id: into.id }, subject: { id: into.id }, before: { joined_account: from.id } },
    ])
    const { joined } = await server.as(owner)(getLearner, { params: { id: into.id } })
    expect(joined).toMatchObject([{ email: from.email, name: 'M. Nair' }])
  })

  test('is known by the address that they had to a file of learners, which gives nothing twice', async () => {
    const { into, from } = await makePair()
    const [first, second] = [await makeCourse(server.db), await makeCourse(server.db)]
    const asOwner = server.as(owner)
    const load = (dry_run: 'true' | 'false', ids: string[]) => {
      const csv = `email,name,courses\n${from.email},M. Nair,"${ids.join(', ')}"\n`
      return asOwner(importLearners, { query: { dry_run }, body: { csv } })
    }
    await load('false', [first.id])
    await join(server, into, from)
    await asOwner(withdrawGift, {
      params: { id: into.id, course_id: first.id },
      body: { reason: 'A mistake.' },
    })

    const again = { learners: 0, gifts: 0 }
    expect(await load('true', [first.id])).toMatchObject(again)
    expect(await load('false', [first.id])).toMatchObject(again)
    expect(await load('false', [first.id, second.id])).toMatchObject({ learners: 0, gifts: 1 })
    const { user } = await server.as(into)(readProfile, {})
    expect(user.purchased_courses).toEqual([second.id])
  })

  test('has said no to mails if they said it in either account', async () => {
    const { into, from } = await makePair()
    const say = ({ id }: Person, said: { news?: boolean; courses?: boolean }) =>
      recordMailConsents(server.db, { learnerId: id, said, source: 'account' })
    await say(into, { news: true })
    await say(from, { news: false, courses: true })

    await join(server, into, from)

    const { news, courses } = await readMailConsents(server.db, into.id)
    expect([news.isGiven, courses.isGiven]).toEqual([false, true])
  })

  test('and two certificates for one course verifies both by their numbers', async () => {
    const { into, from } = await makePair()
    const course = await makeCourse(server.db)
    const numbers: { certificate_id: string; user_name: string }[] = []
    for (const [who, day] of [
      [into, '2026-03-05'],
      [from, '2026-04-06'],
    ] as const) {
      await completeCourse(server.db, who, course, new Date(`${day}T10:00:00Z`))
      numbers.push(await server.as(who)(getCertificate, { params: { course_id: course.id } }))
    }
    const verify = (number: { certificate_id: string }) =>
      server.visitor(verifyCertificate, { params: { certificate_id: number.certificate_id } })
    const before = await Promise.all(numbers.map(verify))

    await join(server, into, from)

    expect(await Promise.all(numbers.map(verify))).toEqual(before)
    expect(before.map((one) => one.user_name)).toEqual(['Meera Nair', 'M. Nair'])
    const held = await server.as(into)(getCertificate, { params: { course_id: course.id } })
    expect(held.certificate_id).toBe(numbers[0]?.certificate_id)
  })

  test('has the certificate back that went with a gift, if the course is open in the other account', async () => {
    const { into, from } = await makePair()
    const course = await makeCourse(server.db)
    await completeCourse(server.db, from, course)
    const { certificate_id } = await server.as(from)(getCertificate, {
      params: { course_id: course.id },
    })
    await server.as(owner)(withdrawGift, {
      params: { id: from.id, course_id: course.id },
      body: { reason: 'A mistake' },
    })
    await grantCourse(server.db, into, course)
    const verify = () => server.visitor(verifyCertificate, { params: { certificate_id } })
    await eventually(verify, ({ revoked }) => revoked)

    await join(server, into, from)

    expect(await eventually(verify, ({ revoked }) => !revoked)).toMatchObject({ revoked: false })
  })
})

describe('nobody takes the account of somebody else', () => {
  test.each([
    ['with the code of their own mailbox alone', 'other_code'],
    ['with the code of the other mailbox alone', 'code'],
  ] as const)('%s', async (_, missing) => {
    const { into, from } = await makePair()
    const asked = await askForCodes(server, into, from)
    const known = missing === 'other_code' ? asked.code : asked.other_code
    const body = { email: from.email, code: known, other_code: known }

    await expect(server.as(into)(confirmJoin, { body })).rejects.toMatchObject({
      code: 'code_wrong',
      errors: [{ path: missing }],
    })

    expect(await isThere(from)).toBe(true)
  })

  test('with codes that were mailed for another account', async () => {
    const { into: stranger, from: victim } = await makePair()
    const mine = await makeLearner(server.db)
    await server.as(mine)(requestJoin, { body: { email: victim.email } })
    const theirs = (await readJoinCode(server, victim.email)) ?? ''
    await server.as(stranger)(requestJoin, { body: { email: victim.email } })
    const code = (await readJoinCode(server, stranger.email)) ?? ''
    const body = { email: victim.email, code, other_code: theirs }

    await expect(server.as(stranger)(confirmJoin, { body })).rejects.toMatchObject({
      code: 'code_wrong',
    })
  })

  test('by trying: after ten times the right codes are no good either', async () => {
    const { into, from } = await makePair()
    const { code, other_code } = await askForCodes(server, into, from)
    const tryWith = (other_code: string) =>
      server
        .as(into)(confirmJoin, { body: { email: from.email, code, other_code } })
        .then(
          () => 'joined',
          ({ code }) => code,
        )

    const guesses = await Promise.all(Array.from({ length: 12 }, () => tryWith('AAAA-AAAA')))

    expect(guesses.filter((outcome) => outcome === 'code_wrong')).toHaveLength(10)
    expect(await tryWith(other_code)).toBe('code_spent')
  })

  test('and hears no difference between an address with an account and one without', async () => {
    const { into, from } = await makePair()
    const nobody = `${unique('nobody')}@example.test`
    const ask = (email: string) => server.as(into)(requestJoin, { body: { email } })
    const told = [await ask(from.email), await ask(nobody)]
    const code = (await readJoinCode(server, into.email)) ?? ''
    const body = { email: nobody, code, other_code: code }

    expect(told[1]?.message).toBe(told[0]?.message.replace(from.email, nobody))
    expect(await readOutbox(server, nobody)).toEqual([])
    await expect(server.as(into)(confirmJoin, { body })).rejects.toMatchObject({
      code: 'code_wrong',
      errors: [{ path: 'other_code' }],
    })
  })

  test('as support: it may offer the codes and is mailed none, and its looks change nothing', async () => {
    const { into, from } = await makePair()
    const helper = await makeStaff(server.db, 'support')
    const body = { email: from.email, reason: 'Bought on both, ticket 77' }

    await server.as(helper)(requestJoinFor, { params: { id: into.id }, body })

    const code = (await readJoinCode(server, into.email)) ?? ''
    const other_code = (await readJoinCode(server, from.email)) ?? ''
    const { token } = await server.as(helper)(impersonateLearner, {
      params: { id: into.id },
      body: { reason: 'To help' },
    })
    const codes = { email: from.email, code, other_code }
    await expect(server.as({ token })(confirmJoin, { body: codes })).rejects.toMatchObject({
      code: 'read_only',
    })
    await expect(server.as(helper)(confirmJoin, { body: codes })).rejects.toMatchObject({
      code: 'code_expired',
    })
    await server.as(into)(confirmJoin, { body: codes })
    expect(await isThere(from)).toBe(false)
    const { entries } = await server.as(owner)(listAudit, { query: { actor: helper.id } })
    expect(entries).toContainEqual(expect.objectContaining({ reason: body.reason }))
  })

  test('of staff, also of who worked here once, and none that is blocked or asks for more than a mailbox', async () => {
    const helper = await makeStaff(server.db, 'support')
    const learner = await makeLearner(server.db)
    await expect(
      server.as(helper)(requestJoin, { body: { email: learner.email } }),
    ).rejects.toMatchObject({ code: 'join_of_staff' })
    await expect(join(server, learner, helper)).rejects.toMatchObject({ code: 'join_of_staff' })

    const guarded = await makeLearner(server.db)
    await makePasskey(guarded)
    await expect(join(server, learner, guarded)).rejects.toMatchObject({
      code: 'join_of_second_step',
    })
    const body = { reason: 'A test' }
    const blocked = await makeLearner(server.db)
    await server.as(helper)(blockLearner, { params: { id: blocked.id }, body })
    await server.db.update(users).set({ role: null }).where(eq(users.id, helper.id))

    await expect(join(server, learner, helper)).rejects.toMatchObject({ code: 'join_of_staff' })
    await expect(join(server, learner, blocked)).rejects.toMatchObject({
      code: 'join_of_blocked',
    })
  })
})

/** Of staff, whose accounts are never joined. */
const ofStaff = new Set([
  'complaint_events.staff_id',
  'complaints.assigned_to',
  'coupons.created_by',
  'course_drafts.saved_by',
  'course_publications.published_by',
  'differences.resolved_by',
  'email_changes.requested_by',
  'launch_prices.set_by',
  'scheduled_publications.scheduled_by',
  'sessions.viewer_id',
  'staff_invitations.invited_by',
  'tax_settings.set_by',
  'uploaded_pictures.uploaded_by',
])
/** What goes with the account that goes. */
const ends = new Set([
  'push_subscriptions.learner_id',
  'data_exports.learner_id',
  'erasure_codes.learner_id',
  'erasures.learner_id',
  'email_changes.user_id',
  'join_requests.learner_id',
  'known_devices.user_id',
  'learner_standings.learner_id',
  'mail_consents.learner_id',
  'account_alerts.user_id',
  'authenticator_apps.user_id',
  'passkeys.user_id',
  'password_resets.user_id',
  'recovery_codes.user_id',
  'sign_in_challenges.user_id',
  'sessions.user_id',
])
/** What was said or sent, to whom it was: never changed. */
const stays = new Set(['mail_consent_events.learner_id', 'mails.learner_id'])

test.each([
  ['its learner is signed in no more', 401, 'not_signed_in'],
  ['staff find nobody', 404, 'learner_not_found'],
])('where an account ends while something is done for it, %s', async (who, status, code) => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const ending = await server.pool.connect()
  await ending.query('begin')
  await ending.query('delete from users where id = $1', [learner.id])

  const acting =
    who === 'staff find nobody'
      ? server.as(owner)(giveCourse, {
          params: { id: learner.id },
          body: { course_id: course.id, reason: 'Won it.' },
        })
      : server.as(learner)(createOrder, { body: { course_id: course.id } })
  const failure = acting.catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await countBlocked(server.db)).toBe(1))
  await ending.query('commit')
  ending.release()

  expect(await failure).toMatchObject({ status, code })
})

test('every row that names a learner follows them, in every table of the database', async () => {
  const { into, from } = await makePair()
  await fillEverything(from, into)
  const columns = await listLearnerColumns()
  const count = async (id: string) => {
    const counted: Record<string, number> = {}
    for (const { name, table, column } of columns) {
      const { rows } = await server.pool.query<{ n: number }>(
        `select count(*)::int n from ${table} where ${column} = $1`,
        [id],
      )
      counted[name] = rows[0]?.n ?? 0
    }
    return counted
  }
  const before = { from: await count(from.id), into: await count(into.id) }
  const without = Object.keys(before.from).filter((name) => before.from[name] === 0)
  expect(without).toEqual([]) // a new table needs a row here, and a place in the join

  await join(server, into, from)

  const after = { from: await count(from.id), into: await count(into.id) }
  const left = Object.keys(after.from).filter((name) => after.from[name] !== 0)
  expect(left.toSorted()).toEqual([...stays].toSorted())
  const moved = columns
    .map(({ name }) => name)
    .filter((name) => !ends.has(name) && !stays.has(name))
  for (const name of moved) {
    const itself = name === 'joined_accounts.learner_id' ? 1 : 0
    const whole = (before.from[name] ?? 0) + (before.into[name] ?? 0) + itself
    expect([name, after.into[name]]).toEqual([name, whole])
  }
})

/** Every column with a foreign key to accounts, or called as if it had one, but those of staff. */
async function listLearnerColumns() {
  const { rows } = await server.pool.query<{ name: string; table: string; column: string }>(`
    select distinct c.relname || '.' || a.attname as name, c.relname as table, a.attname as column
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
       and c.relnamespace = 'public'::regnamespace
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
       and k.confrelid = 'users'::regclass and a.attnum = any(k.conkey)
     where a.attnum > 0 and not a.attisdropped
       and (k.oid is not null or a.attname in ('learner_id', 'user_id'))
     order by 1`)
  const names = new Set(rows.map(({ name }) => name))
  expect([...ofStaff, ...ends, ...stays].filter((name) => !names.has(name))).toEqual([])
  return rows.filter(({ name }) => !ofStaff.has(name))
}

/** A row of the account that goes in each of these tables, as the academy or its people make them. */
async function fillEverything(from: Person, into: Person): Promise<void> {
  const { db } = server
  const seller = { legal_name: 'Academy', address: 'Bengaluru', state: '29', sac: '999293' }
  const body = { ...seller, gstin: '29AAGCB7383J1Z4' }
  await server.as(owner)(putTaxSettings, { body })
  await server.as(from)(putMyTaxDetails, { body: { state: '32' } })
  const course = await makeCourse(db)
  const coupon = await makeCoupon(db)
  const order = await server.as(from)(createOrder, {
    body: { course_id: course.id, coupon: coupon.code },
  })
  await server.as(from)(verifyPayment, { body: await pay(server, order.order_id) })
  await completeCourse(db, from, course)
  await server.as(from)(getCertificate, { params: { course_id: course.id } })
  const [videoId = ''] = course.videoIds
  const learnerId = from.id
  const at = { learnerId, courseId: course.id }
  await db.insert(earlierPlays).values({
    ...at,
    videoId,
    film: 7,
    durationInSeconds: 60,
    played: [[0, 30]],
    playedInSeconds: 30,
    reportedAt: new Date(),
  })
  const id = crypto.randomUUID()
  await db
    .insert(notes)
    .values({ ...at, id, videoId, film: 1, atSecond: 3, text: 'Mine', revision: id })
  await db.insert(passedQuizzes).values({ ...at, videoId })
  await db
    .insert(quizzes)
    .values({ videoId, courseId: course.id, settings: quizSettings.parse({}), film: 1 })
  const attempt = { ...at, videoId, number: 1, seed: 1, questions: [], passMark: 70 }
  await db.insert(quizAttempts).values({ ...attempt, id: crypto.randomUUID() })
  const submitted = { submittedAt: new Date(), score: 100, isPassed: true }
  const ofInto = { ...attempt, learnerId: into.id, id: crypto.randomUUID() }
  await db.insert(quizAttempts).values({ ...ofInto, ...submitted })
  await db
    .insert(assignments)
    .values({ videoId, courseId: course.id, settings: assignment.parse({}) })
  const fileId = crypto.randomUUID()
  const file = { filename: 'a.pdf', sizeInBytes: 1, sha256: '' }
  await db.insert(submissionFiles).values({ ...file, id: fileId, learnerId })
  await db.insert(submissions).values({ ...at, id: fileId, videoId, fileId })
  const attachmentId = await makeAttachment(db, course)
  await db.insert(attachmentFetches).values({ learnerId, attachmentId })
  await db.insert(earlyOpenings).values({ ...at, videoId, opensAt: new Date() })
  const bytes = (size: number) => Buffer.alloc(32, size)
  const soon = new Date(Date.now() + 3_600_000)
  await db.insert(knownDevices).values({ userId: from.id, deviceHash: bytes(1) })
  const userId = from.id
  await db.insert(accountAlerts).values({ userId, tokenHash: bytes(6), expiresAt: soon })
  await db.insert(authenticatorApps).values({ userId, pendingSecret: 'x' })
  await db.insert(recoveryCodes).values({ userId, codeHash: bytes(7) })
  const asked = { purpose: 'new_passkey', tokenHash: bytes(8), expiresAt: soon } as const
  await db.insert(signInChallenges).values({ ...asked, userId })
  await makePasskey(from)
  // An account that asks for one is not joined at all.
  await db.update(users).set({ hasSecondStep: false }).where(eq(users.id, userId))
  await db.insert(passwordResets).values({ userId: from.id, tokenHash: bytes(2), expiresAt: soon })
  await db
    .insert(emailChanges)
    .values({ userId: from.id, email: 'new@example.test', tokenHash: bytes(3), expiresAt: soon })
  await db.insert(joinRequests).values({
    learnerId,
    email: into.email,
    codeHash: bytes(4),
    otherCodeHash: bytes(5),
    expiresAt: soon,
  })
  await db
    .insert(joinedAccounts)
    .values({ id: newId(), learnerId, email: 'older@example.test', name: 'M. N.' })
  await db
    .insert(supportViews)
    .values({ id: newId(), learnerId, viewerId: owner.id, reason: 'To help', expiresAt: soon })
  await db.insert(dataExports).values({ id: newId(), learnerId })
  await db.insert(erasureCodes).values({ learnerId, codeHash: bytes(6), expiresAt: soon })
  const dueAt = new Date(Date.now() + 8 * 86_400_000)
  await db
    .insert(erasures)
    .values({ id: newId(), learnerId, dueAt, nextAttemptAt: dueAt, keepsCertificates: false })
  const said = { news: true, courses: true }
  await recordMailConsents(db, { learnerId, said, source: 'account' })
  const letterId = newId()
  const about = { list: 'news', subject: 'New', body: 'New', audience: 'everybody' } as const
  await db.insert(letters).values({ id: letterId, ...about })
  await db.insert(letterRecipients).values({ letterId, learnerId })
  const nominee = { name: 'Lata', email: 'lata@example.test', phone: '', relation: 'wife' }
  await server.as(from)(saveMyNominee, { body: nominee })
  const password = 'a long enough one'
  await server.as(from)(addChild, {
    body: { name: 'Aarav', password, confirm_password: password, consents: true },
  })
  const questionId = newId()
  const question = { id: questionId, ...at, videoId, title: 'Why?' }
  await db.insert(questions).values(question)
  await db.insert(answers).values({ id: newId(), questionId, learnerId, body: 'So.' })
  await db.insert(discussionReports).values({ questionId, learnerId })
  await db.insert(discussionBlocks).values({ ...at, reason: 'abuse' })
  const plan = { weekdays: [1], hour: 19, minutes: 20, since: '2026-11-02' }
  await db.insert(studyPlans).values({ learnerId, ...plan })
  await db.insert(lessonNotices).values({ ...at, toldUntil: new Date() })
  await db.insert(playedDays).values({ learnerId, day: '2026-11-02', seconds: 60 })
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, learnerId))
  await db.insert(pushSubscriptions).values({
    learnerId,
    endpoint: 'https://push.example.com/a',
    sessionHash: session?.tokenHash ?? bytes(9),
    p256dh: bytes(1),
    auth: bytes(1),
    publicKey: 'x',
  })
  await db.insert(discussionMails).values({ learnerId, frequency: 'never' })
  await db.insert(discussionNotices).values({ questionId, learnerId, dueAt: new Date() })
  const reviewId = newId()
  await db.insert(reviews).values({ id: reviewId, ...at, stars: 4 })
  await db.insert(reviewReports).values({ reviewId, learnerId })
  await db.insert(reviewRequests).values({ ...at, stage: 'begun' })
  await server.as(from)(fileComplaint, { body: { subject: 'course', words: 'No sound.' } })
  const [bought] = await server.as(from)(listMyPayments, {})
  await db.insert(checkoutReminders).values({ ...at, orderId: bought?.id ?? '' })
  await server.checkout.queueMail(db, {
    to: from.email,
    template: { subject: 'New', paragraphs: [] },
    letter: { list: 'news', learnerId, unsubscribeUrl: 'https://academy.example/no' },
  })
}

function makePasskey({ id: userId }: Person) {
  const key = { name: 'x', publicKey: Buffer.alloc(1), counter: 0, transports: [] }
  return server.db.insert(passkeys).values({ ...key, id: newId(), userId })
}

async function isThere({ id }: Person): Promise<boolean> {
  return (await server.db.$count(users, eq(users.id, id))) === 1
}
