import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import {
  asHandingIn,
  makeAssignment,
  putAssignment,
} from '../../../../tests/support/assignment-course.ts'
import { buy } from '../../../../tests/support/buy.ts'
import { endpoints } from '../../../../tests/support/contracts.ts'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeFilm,
  makeLearner,
  makeStaff,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { methodOf } from '../../../http/endpoint.ts'
import { newId } from '../../../platform/database/new-id.ts'
import {
  closeAlarm,
  deleteCourse,
  fixPaymentStatus,
  listPayments,
  refundPayment,
} from '../../admin/contract.ts'
import { answerSubmission } from '../../assignments/contract.ts'
import { askQuestion, hideInDiscussion } from '../../discussion/contract.ts'
import { deleteFilm, putChapters } from '../../films/contract.ts'
import { giveCourse, openLesson } from '../../learners/contract.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import { hideReview, saveMyReview } from '../../reviews/contract.ts'
import { changeState, getDraft, publish, saveDraft } from '../../studio/contract.ts'
import { changeRole, exportAudit, inviteStaff, listAudit } from '../contract.ts'
import { nameAuditEvent } from './audit-event-names.ts'
import { createRecordAuditEvent, refusalsPerHour } from './record-audit-event.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())
const owner = await makeAdmin(db)
const asOwner = server.as(owner)

describe('an act of staff is in the audit log', () => {
  test('with who, what, before and after: a course that is put off sale', async () => {
    const course = await makeCourse(db)

    await asOwner(changeState, { params: { id: course.id }, body: { state: 'off_sale' } })

    expect(await newestAbout(course.id)).toMatchObject({
      actor: { id: owner.id, name: owner.name, role: 'owner' },
      act: 'PUT /admin/courses/:id/state',
      subject: { kind: 'course', id: course.id },
      before: { state: 'on_sale', price_in_paise: 499_900 },
      after: { state: 'off_sale' },
      outcome: 'done',
      ip: expect.stringMatching(/127\.0\.0\.1$/),
    })
  })

  test('a price that is published', async () => {
    const course = await makeCourse(db)
    const params = { id: course.id }
    const { course: draft } = await asOwner(getDraft, { params })
    const body = { revision: 1, course: { ...draft, price: 99 } }
    const { revision } = await asOwner(saveDraft, { params, body })

    await asOwner(publish, { params, body: { revision } })

    expect(await newestAbout(course.id)).toMatchObject({
      act: 'POST /admin/courses/:id/publish',
      before: { price_in_paise: 499_900 },
      after: { price_in_paise: 9900, changes: expect.any(Array) },
    })
  })

  test('a course that is deleted, a film that is removed', async () => {
    const course = await makeCourse(db)
    const filmId = await makeFilm(db, await makeCourse(db))

    await asOwner(deleteCourse, { params: { id: course.id } })
    await asOwner(deleteFilm, { params: { id: filmId } })

    expect(await newestAbout(course.id)).toMatchObject({
      before: { title: course.title, state: 'on_sale' },
      after: { kept_for_buyers: false },
    })
    expect(await newestAbout(filmId)).toMatchObject({
      subject: { kind: 'film' },
      before: { filename: expect.any(String) },
    })
  })

  test('a refund, and the fix of payments', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const { razorpay_payment_id } = await buy(server, learner, course)
    const [payment] = await asOwner(listPayments, {})
    expect(payment?.razorpay_payment_id).toBe(razorpay_payment_id)

    const support = server.as(await makeStaff(db, 'support'))
    await support(refundPayment, { params: { payment_id: payment!.id } })
    const { message } = await asOwner(fixPaymentStatus, {})

    expect(await newestAbout(payment!.id)).toMatchObject({
      actor: { role: 'support' },
      before: { status: 'completed' },
      after: { status: 'refunded', amount_in_paise: 499_900, course: course.title },
    })
    expect(await newest({ act: 'POST /admin/fix-payment-status' })).toMatchObject({
      after: { message },
    })
  })

  test('by the names of people and courses, and by sums: a refund, a gift, a search for a name', async () => {
    const learner = await makeLearner(db, { name: 'Charu Deshpande' })
    const [bought, given] = [await makeCourse(db), await makeCourse(db, { title: 'Kathakali' })]
    await buy(server, learner, bought)
    const [payment] = await asOwner(listPayments, {})

    await asOwner(refundPayment, { params: { payment_id: payment!.id } })
    const body = { course_id: given.id, reason: 'A prize' }
    await asOwner(giveCourse, { params: { id: learner.id }, body })

    const { entries } = await asOwner(listAudit, { query: { search: 'charu desh' } })
    const whom = `Charu Deshpande (${learner.email})`
    expect(entries.map(({ summary, subject }) => [summary, subject?.name])).toEqual([
      ['Give a course as a gift', whom],
      ['Refund a payment', `₹4,999 from ${whom} for ${bought.title}`],
    ])
    expect(entries[0]?.names).toEqual({ [given.id]: 'Kathakali' })
    const answer = await server.fetch('/api/admin/exports/audit.csv?from=&to=', {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const rows: string[][] = parse(await answer.text(), { bom: true, from_line: 2 })
    expect(rows.map((row) => row.slice(4, 9))).toContainEqual([
      'Give a course as a gift',
      'POST /admin/learners/:id/courses',
      'learner',
      learner.id,
      whom,
    ])
  })

  test('by the names of learners, courses and lessons: a lesson opened, an answer, what is hidden', async () => {
    const learner = await makeLearner(db, { name: 'Charu Kulkarni' })
    const course = await makeCourse(db, { title: 'Chhau' })
    await putAssignment(server, owner, course, makeAssignment())
    await grantCourse(db, learner, course)
    const ofCourse = { course_id: course.id }
    const [video_id = ''] = course.videoIds
    const asLearner = server.as(learner)
    const { give } = asHandingIn(server, learner, course)
    const handedIn = (await give('My reel.')).submissions[0]
    const asked = await asLearner(askQuestion, {
      params: ofCourse,
      body: { video_id, title: 'Words of a learner.' },
    })
    await db
      .insert(courseProgress)
      .values({ learnerId: learner.id, courseId: course.id, percent: 60 })
    const body = { stars: 4, words: 'Words of a learner.' }
    const { review } = await asLearner(saveMyReview, { params: ofCourse, body })

    await asOwner(openLesson, {
      params: { id: learner.id, ...ofCourse },
      body: { video_id, reason: 'Travels.' },
    })
    await asOwner(answerSubmission, {
      params: { id: handedIn?.id ?? '' },
      body: { id: newId(), after: 0, outcome: 'again' },
    })
    const hide = { reason: 'abuse' } as const
    const { id } = asked
    await asOwner(hideInDiscussion, { params: { id }, body: { ...hide, answer_id: null } })
    await asOwner(hideReview, { params: { id: review?.id ?? '' }, body: hide })

    const { entries } = await asOwner(listAudit, { query: { search: learner.id, limit: 4 } })
    expect(entries.map(({ summary }) => summary)).toHaveLength(4)
    const byName = await asOwner(listAudit, { query: { search: 'charu kulk', limit: 4 } })
    expect(byName.entries).toEqual(entries)
    for (const { act, subject, names, before, after } of entries) {
      const told = { act, title: subject?.name, names: Object.values(names) }
      const whom = `Charu Kulkarni (${learner.email})`
      const text = JSON.stringify([before, after])
      expect(JSON.stringify(told)).toContain(whom)
      expect(told.names).toContain('Chhau')
      expect(text.includes('Video 1')).toBe(!act.includes('review'))
      expect(text).not.toContain('Words of')
    }
  })

  test('another role', async () => {
    const teacher = await makeStaff(db, 'teacher')

    await asOwner(changeRole, { params: { id: teacher.id }, body: { role: 'finance' } })

    expect(await newestAbout(teacher.id)).toMatchObject({
      subject: { kind: 'staff' },
      before: { role: 'teacher', email: teacher.email },
      after: { role: 'finance' },
    })
  })

  test('also when its handler says nothing', async () => {
    const id = await makeFilm(db, await makeCourse(db))

    await asOwner(putChapters, { params: { id }, body: { text: '' } })

    expect(await newestAbout(id)).toMatchObject({
      subject: { kind: 'film', id },
      summary: 'Change chapters',
      before: null,
      outcome: 'done',
    })
  })

  test('an alarm that is closed', async () => {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into alarms (subject, message) values ('x', 'Something is odd') returning id`)
    const { id } = rows[0]!

    await asOwner(closeAlarm, { params: { id } })

    expect(await newest({ act: 'POST /admin/payment-alarms/:id/close' })).toMatchObject({
      subject: { kind: 'payment alarm', id, name: 'Something is odd' },
      before: { message: 'Something is odd' },
      outcome: 'done',
    })
  })

  test('also when it failed, and then only so', async () => {
    const id = 'no-such-course'

    const failed = asOwner(changeState, { params: { id }, body: { state: 'off_sale' } })

    await expect(failed).rejects.toMatchObject({ code: 'course_not_found' })
    const entries = await listAbout(id)
    expect(entries).toMatchObject([{ outcome: 'failed', problem: 'course_not_found' }])
  })

  test('only if the change is: both are in one transaction', async () => {
    const course = await makeCourse(db)
    const record = createRecordAuditEvent(db)
    const change = db.transaction(async (db) => {
      await db.execute(sql`update courses set title = 'Lost' where id = ${course.id}`)
      await record(anAct({ id: course.id }), db)
      throw new Error('The process died')
    })

    await expect(change).rejects.toThrow('The process died')
    expect(await listAbout(course.id)).toEqual([])
  })

  test('when it was refused, but not without end', async () => {
    const support = await makeStaff(db, 'support')
    const asSupport = server.as(support)

    for (let time = 0; time < refusalsPerHour + 3; time += 1) {
      await expect(asSupport(listPayments, {})).rejects.toMatchObject({ code: 'not_allowed' })
    }

    const { entries } = await asOwner(listAudit, { query: { actor: support.id } })
    expect(entries).toHaveLength(refusalsPerHour)
    expect(entries[0]).toMatchObject({ outcome: 'refused', problem: 'not_allowed' })
  })

  test('without secrets, and short enough to be kept', async () => {
    const id = crypto.randomUUID()

    await createRecordAuditEvent(db)({
      ...anAct({ id }),
      after: {
        name: 'Ravi',
        password: 'hush',
        nested: [{ reset_token: 'hush', text: 'x'.repeat(9999) }],
      },
    })

    const entry = await newestAbout(id)
    expect(JSON.stringify(entry)).not.toContain('hush')
    expect(entry).toMatchObject({ after: { name: 'Ravi', password: '(not kept)' } })
    expect(JSON.stringify(entry).length).toBeLessThan(3000)
  })

  test('whatever changes something: only named calls leave none', () => {
    const silent = endpoints
      .filter(({ access }) => typeof access === 'object')
      .filter(({ route, isAudited }) => methodOf(route) !== 'GET' && isAudited === false)

    expect(silent.map(({ route }) => route)).toEqual([
      'POST /admin/pages/preview',
      'POST /admin/look/preview',
      'POST /admin/look/certificate',
      'POST /admin/markdown',
    ])
  })

  test('under a name in the words of the office', () => {
    const audited = endpoints.filter(
      ({ access, route, isAudited }) =>
        typeof access === 'object' && (isAudited ?? methodOf(route) !== 'GET'),
    )

    const nameless = audited.filter(({ route }) => nameAuditEvent(route) === null)
    expect(nameless.map(({ route }) => route)).toEqual([])
  })
})

describe('the audit log', () => {
  test.each([
    ['changed', sql`update audit_log set reason = 'another'`],
    ['shortened', sql`delete from audit_log where id > 0`],
    ['emptied', sql`truncate audit_log`],
  ])('cannot be %s, by whomever', async (_, statement) => {
    await createRecordAuditEvent(db)(anAct({ id: 'x' }))

    await expect(server.owner.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'audit_log is append-only' },
    })
  })

  test('is read page by page, newest first, each entry once', async () => {
    const actor = await makeAdmin(db)
    const ids = ['one', 'two', 'three', 'four', 'five']
    for (const id of ids)
      await createRecordAuditEvent(db)({ ...anAct({ id }), actor: asActor(actor) })

    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const query = { actor: actor.id, limit: 2, ...(cursor && { cursor }) }
      const page = await asOwner(listAudit, { query })
      seen.push(...page.entries.map(({ subject }) => subject?.id ?? ''))
      cursor = page.next_cursor
    } while (cursor !== null)

    expect(seen).toEqual(ids.toReversed())
  })

  test('is searched for names, ids, reasons and what was changed', async () => {
    const { email, ...person } = await makeAdmin(db)
    const actor = { ...asActor(person), name: 'Charulata Deshpande' }
    await createRecordAuditEvent(db)({
      ...anAct({ id: 'course-100%_done' }),
      actor,
      reason: 'A wrong price',
      after: { title: 'Kathakali' },
    })
    const find = async (search: string) =>
      (await asOwner(listAudit, { query: { search, actor: actor.id } })).entries.length

    for (const search of ['lata desh', email, 'WRONG price', '100%_d', 'kathakali']) {
      expect([search, await find(search)]).toEqual([search, 1])
    }
    expect(await find('100__d')).toBe(0)
  })

  test('is cut out by days in Indian time, both included', async () => {
    const actor = await makeAdmin(db)
    await db.execute(sql`
      insert into audit_log (at, actor_id, actor_name, act, summary, subject_id, subject_kind, ip, outcome, searched)
      select at::timestamptz, ${actor.id}, 'A', 'POST /x', 'X', at, 'time', '', 'done', ''
        from unnest(array['2026-03-03T18:29:59Z', '2026-03-03T18:30:00Z', '2026-03-04T18:29:59Z', '2026-03-04T18:30:00Z']) at`)

    const query = { actor: actor.id, from: '2026-03-04', to: '2026-03-04' }
    const { entries } = await asOwner(listAudit, { query })

    expect(entries.map(({ subject }) => subject?.id)).toEqual([
      '2026-03-04T18:29:59Z',
      '2026-03-03T18:30:00Z',
    ])
  })

  test('refuses days in the wrong order, and such as there are none', async () => {
    for (const query of [
      { from: '2026-03-05', to: '2026-03-04' },
      { from: '0000-01-01', to: '2026-03-04' },
    ]) {
      await expect(asOwner(listAudit, { query })).rejects.toMatchObject({ status: 400 })
    }
  })

  test('goes out as a spreadsheet of any length, which tells of itself', async () => {
    await db.execute(sql`
      insert into audit_log (at, actor_id, actor_name, act, summary, ip, outcome, searched)
      select '2026-02-02'::timestamptz, ${owner.id}, '=HYPERLINK("x")', 'POST /x', 'X', '', 'done', ''
        from generate_series(1, 2500)`)

    const answer = await server.fetch('/api/admin/exports/audit.csv?to=2026-02-02', {
      headers: { authorization: `Bearer ${owner.token}` },
    })

    const text = await answer.text()
    const rows: string[][] = parse(text, { bom: true })
    expect(rows).toHaveLength(2501)
    expect(new Set(rows.map(([id]) => id)).size).toBe(2501)
    expect(rows[1]?.[2]).toBe('\'=HYPERLINK("x")')
    expect(await newest({ act: exportAudit.route })).toMatchObject({ after: { to: '2026-02-02' } })
  })

  test('has no secret of an invitation', async () => {
    const email = `${crypto.randomUUID()}@example.test`

    await asOwner(inviteStaff, { body: { email, role: 'teacher' } })

    expect(await newestAbout(email)).toMatchObject({
      subject: { kind: 'invitation' },
      after: { role: 'teacher' },
    })
  })
})

async function listAbout(id: string) {
  const { entries } = await asOwner(listAudit, { query: { search: id } })
  return entries.filter(({ subject }) => subject?.id === id)
}

async function newestAbout(id: string) {
  return (await listAbout(id))[0]
}

async function newest(query: { act: string }) {
  return (await asOwner(listAudit, { query: { ...query, limit: 1 } })).entries[0]
}

function asActor({ id, name }: { id: string; name: string }) {
  return { id, name, role: 'owner' as const }
}

function anAct({ id }: { id: string }) {
  return {
    actor: asActor(owner),
    act: 'POST /admin/tests' as const,
    summary: 'A test',
    subject: { kind: 'test', id },
    ip: '127.0.0.1',
    outcome: 'done' as const,
  }
}
