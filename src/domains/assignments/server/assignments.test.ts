import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  answer,
  asHandingIn,
  makeAssignment,
  putAssignment,
  sendPart,
  uploadToHandIn,
} from '../../../../tests/support/assignment-course.ts'
import {
  carryOut,
  eraseAccount,
  makePerson,
  readErasureState,
} from '../../../../tests/support/erasing.ts'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
} from '../../../../tests/support/factories.ts'
import { askForCodes } from '../../../../tests/support/join.ts'
import { makeOwner, makeQuizCourse, republish } from '../../../../tests/support/quiz-course.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { bearer, beginUpload, describeFile, idOf } from '../../../../tests/support/upload.ts'
import { ApiError } from '../../../http/api-client.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { revokeAccess } from '../../access/server/change-access.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { listOpenCauses } from '../../access/server/list-open-causes.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { publicName } from '../../accounts/public-name.ts'
import { lockAccount } from '../../accounts/server/lock-account.ts'
import { users } from '../../accounts/server/tables.ts'
import { saveDiscussionMails } from '../../discussion/contract.ts'
import type { MailFrequency } from '../../discussion/mail-frequency.ts'
import { discussionNotices } from '../../discussion/server/tables.ts'
import { sendDigests } from '../../discussion/server/tell-by-mail.ts'
import { openUploads } from '../../files/server/open-uploads.ts'
import { uploadsFolder } from '../../files/server/uploads.ts'
import { roomOfLearnerInBytes } from '../../files/upload-kinds.ts'
import { confirmJoin } from '../../learners/contract.ts'
import { fetchExport, listExports, requestExport } from '../../privacy/contract.ts'
import { makeExports } from '../../privacy/server/exports/make-exports.ts'
import { listAudit } from '../../staff/contract.ts'
import { exportCourse, getDraft, importCourse } from '../../studio/contract.ts'
import type { Assignment, Outcome } from '../assignment.ts'
import * as contract from '../contract.ts'
import { handIn } from './hand-in.ts'
import { joinAssignments } from './join-assignments.ts'
import { checkHandedIn, claimFile, removeLostFiles, submissionKey } from './keep-file.ts'
import { countWaiting } from './list-submissions.ts'
import { submissionAnswers, submissionFiles, submissions } from './tables.ts'

let server: TestServer
let admin: Person
let teacher: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await makeAdmin(server.db)
  teacher = await makeStaff(server.db, 'teacher')
})
afterAll(() => server.close())

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)])

async function makeAsked(settings: Partial<Assignment> = {}) {
  const course = await makeQuizCourse(server)
  await putAssignment(server, admin, course, makeAssignment(settings))
  const learner = await makeOwner(server, course)
  return { course, learner, hand: asHandingIn(server, learner, course) }
}

async function takeBack(person: Person, course: MadeCourse): Promise<void> {
  const of = { learnerId: person.id, courseId: course.id }
  await server.db.transaction(async (db) => {
    await lockAccess(db, of)
    for (const id of await listOpenCauses(db, { kind: 'gift', ...of }))
      await revokeAccess(db, { ...of, cause: { kind: 'gift', id }, reason: 'Given back' })
  })
}

const waiting = (query: object = {}) => server.as(teacher)(contract.listSubmissions, { query })
const mine = (who: Person, query: object = {}) =>
  server.as(who)(contract.listMyAssignments, { query })
const fetchFile = (who: Person, path: string) =>
  fetch(`${server.baseUrl}/api${path}`, { headers: bearer(who) })

describe('an assignment', () => {
  test('is handed in, asked for again, handed in anew and marked; every version and answer stays', async () => {
    const { course, learner, hand } = await makeAsked({ due_days: 7, highest_mark: 20 })
    expect(await hand.read()).toMatchObject({
      title: 'A reel',
      instructions_html: '<p>Cut <strong>one</strong> reel.</p>',
      due_on: addDays(dayInIndia(), 7),
      may_hand_in: true,
      submissions: [],
    })

    const first = (await hand.give('My first try.')).submissions[0]
    const again = await answer(server, teacher, first?.id ?? '', {
      outcome: 'again',
      words: 'A little shorter, please.',
    })
    expect(again).toMatchObject({ outcome: 'again', is_latest: true, by: learner.name })
    const second = (await hand.give('My second try.')).submissions[0]
    await answer(server, teacher, second?.id ?? '', { outcome: 'marked', mark: 17, words: 'Well.' })

    const seen = await hand.read()
    expect(seen.may_hand_in).toBe(false)
    expect(seen.submissions).toMatchObject([
      { text: 'My second try.', answers: [{ outcome: 'marked', mark: 17, highest_mark: 20 }] },
      { text: 'My first try.', answers: [{ outcome: 'again', mark: null }] },
    ])
    await expect(hand.give('A third.')).rejects.toMatchObject({ code: 'assignment_marked' })
    const [last, before] = await readOutbox(server, learner.email)
    expect(last?.text).toContain('was marked: 17 of 20.')
    expect(before?.text).toContain('A little shorter, please.')
    expect(before?.text).toContain(`lesson=${course.videoIds[0]}&tool=assignment`)
  })

  test('takes only what it asks for', async () => {
    const onlyText = await makeAsked({ accepts: 'text' })
    const onlyFile = await makeAsked({ accepts: 'file' })
    const both = await makeAsked()

    await expect(onlyText.hand.give(' ')).rejects.toMatchObject({ status: 400 })
    await expect(onlyFile.hand.give('Words.')).rejects.toMatchObject({ status: 400 })
    await expect(both.hand.give('')).rejects.toMatchObject({ status: 400 })
    expect((await onlyText.hand.begin({ sizeInBytes: 10 })).status).toBe(404)
    const upload = await uploadToHandIn(server, onlyFile.learner, onlyFile.course, pdf)
    expect((await onlyFile.hand.give('', upload)).submissions[0]?.file).toEqual({
      name: 'My reel.pdf',
      size_in_bytes: pdf.length,
    })
  })

  test('a repeated call hands in, and answers, once', async () => {
    const { hand, learner } = await makeAsked()
    const [id, answerId] = [newId(), newId()]
    await hand.give('Once.', null, id)
    expect((await hand.give('Once.', null, id)).submissions).toHaveLength(1)

    const given = { id: answerId, outcome: 'marked', mark: 0 } as const
    await answer(server, teacher, id, given)
    await answer(server, teacher, id, given)
    expect((await hand.read()).submissions[0]?.answers).toHaveLength(1)
    expect(await readOutbox(server, learner.email)).toHaveLength(1)
    expect((await hand.give('Once.', null, id)).submissions).toHaveLength(1)
  })

  test('an answer is of the newest version, and of who has seen the one before', async () => {
    const { hand } = await makeAsked()
    const old = (await hand.give('Old.')).submissions[0]?.id ?? ''
    const id = (await hand.give('New.')).submissions[0]?.id ?? ''

    const marked = { outcome: 'marked', mark: 5 } as const
    await expect(answer(server, teacher, old, marked)).rejects.toMatchObject({
      code: 'submission_superseded',
    })
    await expect(answer(server, teacher, id, { ...marked, mark: 11 })).rejects.toMatchObject({
      status: 400,
    })
    await answer(server, teacher, id, marked)
    await expect(answer(server, admin, id, { outcome: 'again' })).rejects.toMatchObject({
      code: 'submission_answered',
    })
    const corrected = await answer(server, admin, id, { ...marked, mark: 6, after: 1 })
    expect(corrected.submissions[0]?.answers.map(({ mark }) => mark)).toEqual([5, 6])
    await expect(answer(server, teacher, newId(), marked)).rejects.toMatchObject({
      code: 'submission_not_found',
    })
  })

  test('is for who has the course, as long as they have it', async () => {
    const { course, learner, hand } = await makeAsked()
    const stranger = asHandingIn(server, await makeLearner(server.db), course)
    await expect(stranger.read()).rejects.toMatchObject({ code: 'course_not_owned' })
    await expect(stranger.give('Hello.')).rejects.toMatchObject({ code: 'course_not_owned' })
    expect((await stranger.begin({ sizeInBytes: 10 })).status).toBe(403)
    const upload = await uploadToHandIn(server, learner, course, pdf)
    const id = (await hand.give('', upload)).submissions[0]?.id ?? ''

    await takeBack(learner, course)

    await expect(hand.read()).rejects.toMatchObject({ code: 'course_not_owned' })
    await expect(hand.give('More.')).rejects.toMatchObject({ code: 'course_not_owned' })
    expect((await fetchFile(learner, `/my-submissions/${id}/file`)).status).toBe(403)
    expect((await mine(learner)).assignments).toEqual([])
    const { has_course } = await answer(server, teacher, id, { outcome: 'marked', mark: 1 })
    expect(has_course).toBe(false)
    expect(await readOutbox(server, learner.email)).toEqual([])
  })

  test('is not there before its lesson is due', async () => {
    const course = await makeCourse(server.db, {
      lesson: { opens: { kind: 'days', days: 7 } },
    })
    await putAssignment(server, admin, course, makeAssignment())
    const learner = await makeOwner(server, course)
    const hand = asHandingIn(server, learner, course)

    await expect(hand.read()).rejects.toMatchObject({ code: 'lesson_not_due' })
    await expect(hand.give('Early.')).rejects.toMatchObject({ code: 'lesson_not_due' })
    expect((await hand.begin({ sizeInBytes: 10 })).status).toBe(403)
    expect((await mine(learner)).assignments).toEqual([])
  })

  test('goes with publications and the course file; what was handed in stays', async () => {
    const { course, hand } = await makeAsked()
    await hand.give('Mine.')
    const params = { id: course.id }
    const file = await server.as(admin)(exportCourse, { params })
    const { id } = await server.as(admin)(importCourse, { body: file })
    const draft = await server.as(admin)(getDraft, { params: { id } })
    expect(JSON.stringify(draft.course)).toContain('Cut **one** reel.')

    const told = await putAssignment(server, admin, course, null)
    expect(told.changes.map(({ text }) => text)).toEqual([
      '“Video 1” no longer has an assignment. What was handed in is kept.',
    ])
    expect(await hand.read()).toMatchObject({
      may_hand_in: false,
      submissions: [{ text: 'Mine.' }],
    })
    await expect(hand.give('More.')).rejects.toMatchObject({ code: 'assignment_not_found' })
    await expect(
      putAssignment(server, admin, course, makeAssignment({ title: '' })),
    ).rejects.toMatchObject({ status: 400 })
    await putAssignment(server, admin, course, makeAssignment({ title: 'Another' }))
    expect(await hand.read()).toMatchObject({ title: 'Another', may_hand_in: true })
  })
})

test('of a lesson that left the course is read by who handed it in, and asked for no more', async () => {
  const { course, learner, hand } = await makeAsked()
  const other = await makeOwner(server, course)
  const { submissions: given } = await hand.give('Mine.')
  const id = given[0]?.id ?? ''
  await republish(server, admin, course, (draft) => {
    draft.modules[0]?.videos.shift()
  })

  await expect(answer(server, teacher, id, { outcome: 'again' })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'outcome' }],
  })
  await answer(server, teacher, id, { outcome: 'marked', mark: 7 })

  expect((await mine(learner)).assignments).toMatchObject([
    { has_left: true, outcome: 'marked', mark: 7 },
  ])
  expect((await mine(other)).assignments).toEqual([])
  expect(await hand.read()).toMatchObject({
    may_hand_in: false,
    submissions: [{ text: 'Mine.', answers: [{ mark: 7 }] }],
  })
  const [mail] = await readOutbox(server, learner.email)
  expect(mail?.text).toContain('/my-courses?tab=assignments')
  const all = await server.as(teacher)(contract.listSubmissions, { query: { filter: 'all' } })
  expect(all.submissions.find((one) => one.id === id)).toMatchObject({ has_left: true })
})

test('what is due is shown on full pages, whatever is not open yet', async () => {
  const [open, closed] = [
    await makeQuizCourse(server),
    await makeCourse(server.db, { lesson: { opens: { kind: 'days', days: 7 } } }),
  ]
  const learner = await makeOwner(server, closed)
  await grantCourse(server.db, learner, open)
  await putAssignment(server, admin, closed, makeAssignment({ due_days: 1 }))
  await putAssignment(server, admin, open, makeAssignment({ title: 'Open' }))

  expect(await mine(learner, { limit: 1 })).toMatchObject({
    assignments: [{ title: 'Open' }],
    next_cursor: null,
  })
})

describe('teachers', () => {
  const choose = async (frequency: MailFrequency) => {
    const who = await makeStaff(server.db, 'teacher')
    await server.as(who)(saveDiscussionMails, { body: { frequency } })
    return who
  }
  const sendDaily = async (who: Person) => {
    const isTheirs = eq(discussionNotices.learnerId, who.id)
    await server.owner.db.update(discussionNotices).set({ dueAt: sql`now()` }).where(isTheirs)
    const send = () => sendDigests({ ...server.checkout, countHandedIn: countWaiting })
    await Promise.all([send(), send()])
    return readOutbox(server, who.email)
  }

  test('hear at once of what begins to wait, once however often it is replaced meanwhile', async () => {
    const [quick, silent] = [await choose('at_once'), await choose('never')]
    const { hand, learner } = await makeAsked()
    const first = (await hand.give('These words.')).submissions[0]?.id ?? ''
    for (let version = 2; version <= 10; version += 1) await hand.give(`Version ${version}.`)
    const [mail, ...more] = await readOutbox(server, quick.email)
    expect(more).toEqual([])
    expect(mail?.text).toContain(`${publicName(learner.name)} has handed in “A reel” in`)
    expect(mail?.text).toContain('These words.')
    expect(mail?.text).toContain(`/admin/assignments?submission=${first}`)

    const newest = (await hand.read()).submissions[0]?.id ?? ''
    await answer(server, teacher, newest, { outcome: 'again' })
    await hand.give('Once more.')

    expect(await readOutbox(server, quick.email)).toHaveLength(2)
    expect(await readOutbox(server, silent.email)).toEqual([])
  })

  test('hear once a day, unless they chose otherwise, how much waits', async () => {
    await server.db.execute(sql`update submissions set is_latest = false`)
    const [daily, former] = [await makeStaff(server.db, 'teacher'), await choose('daily')]
    const { hand, course } = await makeAsked()
    await hand.give('Mine.')
    await asHandingIn(server, await makeOwner(server, course), course).give('Another.')
    await server.db.update(users).set({ role: null }).where(eq(users.id, former.id))

    const [mail, ...more] = await sendDaily(daily)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Assignments were handed in')
    expect(mail?.text).toContain('2 assignments wait for an answer')
    expect(mail?.text).toContain('/admin/assignments')
    expect(await sendDaily(former)).toEqual([])

    const late = await makeStaff(server.db, 'teacher')
    const other = asHandingIn(server, await makeOwner(server, course), course)
    const id = (await other.give('A third.')).submissions[0]?.id ?? ''
    await answer(server, teacher, id, { outcome: 'marked', mark: 3 })
    await server.db.execute(sql`update submissions set is_latest = false`)
    expect(await sendDaily(late)).toEqual([])
  })

  test('are told in the transaction that hands in: neither is there without the other', async () => {
    await choose('at_once')
    const { course, learner } = await makeAsked()
    const { db, media, checkout } = server
    const deps = {
      ...checkout,
      media,
      locks: createNamedLocks(server.pool),
      openUploads: () => openUploads(uploadsFolder(server.settings.dataDir)),
      queueMail: () => Promise.reject(new Error('The queue is away.')),
    }
    const caller = { learnerId: learner.id } as CurrentUser // all that is asked of it
    const of = { courseId: course.id, videoId: course.videoIds[0] ?? '' }
    const id = newId()

    await expect(handIn(deps, caller, of, { id, text: 'A', upload_id: null })).rejects.toThrow(
      'The queue is away.',
    )

    expect(await db.$count(submissions, eq(submissions.id, id))).toBe(0)
  })
})

describe('a file', () => {
  test('comes in parts, is only its learner’s and staff’s, and is saved, never shown', async () => {
    const { course, learner, hand } = await makeAsked()
    const other = await makeOwner(server, course)
    const id = idOf(await hand.begin({ sizeInBytes: pdf.length, filename: 'x/../Reel “1”.pdf' }))
    await sendPart(server, learner, { id, bytes: pdf.subarray(0, 20_000) })
    const seenBy = async (who: Person) =>
      (
        await fetch(`${server.baseUrl}/api/uploads/${id}`, { method: 'HEAD', headers: bearer(who) })
      ).headers.get('upload-offset')
    expect(await seenBy(learner)).toBe('20000')
    expect(await seenBy(other)).toBeNull()
    expect((await sendPart(server, other, { id, from: 20_000, bytes: pdf })).status).toBe(404)
    await expect(hand.give('', id)).rejects.toMatchObject({ code: 'upload_not_found' })
    await sendPart(server, learner, { id, from: 20_000, bytes: pdf.subarray(20_000) })
    await expect(asHandingIn(server, other, course).give('', id)).rejects.toMatchObject({
      code: 'upload_not_found',
    })

    const submission = (await hand.give('With a file.', id)).submissions[0]?.id ?? ''

    for (const [who, path] of [
      [learner, `/my-submissions/${submission}/file`],
      [teacher, `/admin/submissions/${submission}/file`],
    ] as const) {
      const answered = await fetchFile(who, path)
      expect(answered.headers.get('content-disposition')).toBe('attachment; filename="Reel-1-.pdf"')
      expect(answered.headers.get('content-type')).toBe('application/octet-stream')
      expect(answered.headers.get('x-content-type-options')).toBe('nosniff')
      expect(pdf.equals(Buffer.from(await answered.arrayBuffer()))).toBe(true)
    }
    expect((await fetchFile(other, `/my-submissions/${submission}/file`)).status).toBe(404)
    expect((await fetchFile(other, `/admin/submissions/${submission}/file`)).status).toBe(403)
    expect(await readdir(uploadsFolder(server.settings.dataDir))).toEqual([])
  })

  test('of another kind, for somebody else, or of another content than its name says is refused', async () => {
    const { course, learner, hand } = await makeAsked()
    const begin = async (file: Partial<Parameters<typeof hand.begin>[0]>) =>
      (await hand.begin({ sizeInBytes: 10, ...file })).status
    expect(await begin({ as: newId() })).toBe(403)
    for (const kind of ['film', 'attachment', 'rendition']) expect(await begin({ kind })).toBe(403)
    expect(await begin({ filename: 'page.html' })).toBe(415)
    expect(await begin({ sizeInBytes: 51 * 1024 * 1024 })).toBe(413)
    const anonymous = await fetch(`${server.baseUrl}/api/uploads`, { method: 'POST' })
    expect(anonymous.status).toBe(401)

    const page = Buffer.from('<script>alert(1)</script>')
    const id = await uploadToHandIn(server, learner, course, page, 'Page.pdf')
    await expect(hand.give('', id)).rejects.toMatchObject({ status: 400 })
    expect(await readdir(uploadsFolder(server.settings.dataDir))).toEqual([])
    expect((await hand.read()).submissions).toEqual([])
  })

  test('of one’s own is no way to begin, to go on with or to take back another upload', async () => {
    const { course, learner, hand } = await makeAsked()
    const own = idOf(await hand.begin({ sizeInBytes: 10 }))
    const other = await makeOwner(server, course)
    const theirs = idOf(await asHandingIn(server, other, course).begin({ sizeInBytes: 10 }))
    const filmOf = { courseId: course.id, filename: 'A film.mp4', kind: 'film', sizeInBytes: 10 }
    const headers = {
      ...bearer(learner),
      'upload-length': '10',
      'upload-metadata': describeFile({ filename: 'a.mp4', kind: 'film', course_id: course.id }),
    }
    const film = idOf(await beginUpload(server, admin, filmOf))

    const begun = await fetch(`${server.baseUrl}/api/uploads/${own}`, { method: 'POST', headers })
    const ways = [theirs, film].map((id) => `${server.baseUrl}/api/uploads/${own}?of=/${id}`)
    for (const url of ways) await fetch(url, { method: 'DELETE', headers: bearer(learner) })

    expect(begun.status).toBe(404)
    const here = await readdir(uploadsFolder(server.settings.dataDir))
    expect(here.filter((name) => !name.endsWith('.json'))).toEqual(
      expect.arrayContaining([film, theirs]),
    )
  })

  test('is begun, gone on with and taken back by its learner alone, also where staff upload', async () => {
    const { course, learner, hand } = await makeAsked()
    const url = `${server.baseUrl}/api/admin/uploads`
    const file = {
      filename: 'A file.pdf',
      kind: 'submission',
      course_id: course.id,
      learner_id: learner.id,
    }
    const headers = { ...bearer(teacher), 'upload-length': '10' }
    const ofLearner = eq(submissionFiles.learnerId, learner.id)

    const begun = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'upload-metadata': describeFile(file) },
    })

    expect(begun.status).toBe(400)
    expect(await server.db.$count(submissionFiles, ofLearner)).toBe(0)
    const own = idOf(await hand.begin({ sizeInBytes: 10 }))
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${url}/${own}`, {
        method,
        headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
      })
      expect([method, answer.status]).toEqual([method, 404])
    }
    expect(await server.db.$count(submissionFiles, ofLearner)).toBe(1)
  })

  test('is one of forty a day: what one learner brings has an end', async () => {
    const { hand } = await makeAsked()
    const begin = () => hand.begin({ filename: 'page.html', sizeInBytes: 10 })
    for (let times = 0; times < 40; times += 1) expect((await begin()).status).toBe(415)

    const refused = await begin()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
  })

  test('has room beside the others of its learner, however many are begun at once', async () => {
    const { learner, course, hand } = await makeAsked()
    const other = asHandingIn(server, await makeOwner(server, course), course)
    const kept = { id: newId(), learnerId: learner.id, filename: 'a.pdf', sha256: '' }
    const left = 2_500
    await server.db
      .insert(submissionFiles)
      .values({ ...kept, sizeInBytes: roomOfLearnerInBytes - left })
    const begin = async (by = hand) => {
      const begun = await by.begin({ sizeInBytes: 1_000 })
      return { begun, id: begun.status === 201 ? idOf(begun) : null }
    }

    // Of several processes: one does them in turn anyhow.
    const elsewhere = Array.from({ length: 40 }, () =>
      claimFile(server.db, { ...kept, id: newId(), sizeInBytes: 1_000 }),
    )
    const claimed = await Promise.allSettled(elsewhere)
    expect(claimed.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const isClaimed = and(
      eq(submissionFiles.learnerId, learner.id),
      ne(submissionFiles.id, kept.id),
    )
    await server.db.delete(submissionFiles).where(isClaimed)
    const all = await Promise.all(Array.from({ length: 8 }, () => begin()))

    const ids = all.flatMap(({ id }) => id ?? [])
    expect(ids).toHaveLength(2)
    const refused = all.find(({ id }) => id === null)?.begun
    expect(refused?.status).toBe(413)
    expect(await refused?.text()).toContain('Please choose a smaller one, or hand in a link to it.')
    expect((await begin(other)).begun.status).toBe(201)
    await fetch(`${server.baseUrl}/api/uploads/${ids[0]}`, {
      method: 'DELETE',
      headers: bearer(learner),
    })
    await vi.waitFor(async () => expect((await begin()).begun.status).toBe(201))
    expect((await begin()).begun.status).toBe(413)
    // One that was begun before, and came so slowly that its row is gone.
    const late = ids[1] ?? ''
    await sendPart(server, learner, { id: late, bytes: pdf.subarray(0, 1_000) })
    await server.db
      .update(submissionFiles)
      .set({ id: newId(), sizeInBytes: 2_000 })
      .where(eq(submissionFiles.id, late))
    await expect(hand.give('', late)).rejects.toMatchObject({ code: 'upload_room_full' })
  })

  test('that is taken back while it is handed in is not there, and the academy goes on', async () => {
    const { course, learner, hand } = await makeAsked()
    const id = await uploadToHandIn(server, learner, course, pdf)
    const waits = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"users"%'`

    const { giving } = await server.db.transaction(async (db) => {
      await lockAccount(db, learner.id)
      const giving = Promise.allSettled([hand.give('', id)])
      await expect.poll(async () => (await server.db.execute(waits)).rows).not.toEqual([])
      const url = `${server.baseUrl}/api/uploads/${id}`
      const gone = await fetch(url, { method: 'DELETE', headers: bearer(learner) })
      expect(gone.status).toBe(204)
      return { giving }
    })

    const [given] = await giving
    expect(given).toMatchObject({ reason: { code: 'upload_not_found' } })
    const ofLearner = eq(submissionFiles.learnerId, learner.id)
    expect(await server.db.$count(submissionFiles, ofLearner)).toBe(0)
    expect(await server.media.sizeOf(submissionKey(id))).toBeNull()
    expect((await hand.read()).submissions).toEqual([])
  })

  test('is handed in once, and both calls told so, when a repeated one comes before the first ends', async () => {
    const { course, learner, hand } = await makeAsked()
    const [upload, id] = [await uploadToHandIn(server, learner, course, pdf), newId()]
    const { checkout, media } = server
    const locks = createNamedLocks(server.pool)
    const [waits, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold: typeof locks.hold = async (...given) => {
      waits.resolve()
      await first.promise
      return locks.hold(...given)
    }
    const deps = {
      ...checkout,
      media,
      locks: { hold },
      openUploads: () => openUploads(uploadsFolder(server.settings.dataDir)),
    }
    const caller = { learnerId: learner.id } as CurrentUser // all that is asked of it
    const of = { courseId: course.id, videoId: course.videoIds[0] ?? '' }

    const repeated = handIn(deps, caller, of, { id, text: '', upload_id: upload })
    await waits.promise
    await hand.give('', upload, id)
    first.resolve()

    await expect(repeated).resolves.toBeUndefined()
    expect((await hand.read()).submissions).toMatchObject([{ id }])
  })

  test('whose person is erased while it is handed in is not kept', async () => {
    const { course, learner } = await makeAsked()
    const [upload, id] = [await uploadToHandIn(server, learner, course, pdf), newId()]
    const { db, media, checkout } = server
    const deps = {
      ...checkout,
      locks: createNamedLocks(server.pool),
      openUploads: () => openUploads(uploadsFolder(server.settings.dataDir)),
      media: {
        ...media,
        writeFrom: async (...written: Parameters<typeof media.writeFrom>) => {
          await media.writeFrom(...written)
          await db.delete(submissionFiles).where(eq(submissionFiles.id, upload))
        },
      },
    }
    const caller = { learnerId: learner.id } as CurrentUser // all that is asked of it
    const of = { courseId: course.id, videoId: course.videoIds[0] ?? '' }

    await expect(
      handIn(deps, caller, of, { id, text: '', upload_id: upload }),
    ).rejects.toMatchObject({ code: 'upload_not_found' })

    expect(await media.sizeOf(submissionKey(upload))).toBeNull()
    expect(await db.$count(submissions, eq(submissions.id, id))).toBe(0)
  })

  test('that nothing was handed in with goes after a day, and one without a row at once', async () => {
    const { course, learner, hand } = await makeAsked()
    const upload = await uploadToHandIn(server, learner, course, pdf)
    const kept = (await hand.give('', upload)).submissions
    const [old, young, lost] = [newId(), newId(), newId()]
    const row = { learnerId: learner.id, filename: 'a.pdf', sizeInBytes: 1, sha256: '' }
    const past = sql`now() - interval '2 days'`
    await server.db.insert(submissionFiles).values([
      { ...row, id: old, begunAt: past },
      { ...row, id: young },
    ])
    await server.db
      .update(submissionFiles)
      .set({ begunAt: past })
      .where(eq(submissionFiles.id, upload))
    for (const id of [old, young, lost])
      await server.media.write(submissionKey(id), pdf, { type: 'application/pdf' })

    await removeLostFiles(server)

    const sizes = await Promise.all(
      [old, young, lost].map((id) => server.media.sizeOf(submissionKey(id))),
    )
    expect(sizes).toEqual([null, pdf.length, null])
    expect((await fetchFile(learner, `/my-submissions/${kept[0]?.id}/file`)).status).toBe(200)
  })
})

test('files that are missing or not what was handed in are told of, and those of nobody', async () => {
  const { course, learner, hand } = await makeAsked()
  const before = await checkHandedIn(server)
  const upload = () => uploadToHandIn(server, learner, course, pdf)
  const [whole, gone, short, lost] = [await upload(), await upload(), await upload(), newId()]
  for (const id of [whole, gone, short]) await hand.give('', id)
  await server.media.remove(submissionKey(gone))
  for (const id of [short, lost])
    await server.media.write(submissionKey(id), pdf.subarray(1), { type: 'application/pdf' })
  await hand.begin({ sizeInBytes: 10 })

  const { checked, faults } = await checkHandedIn(server)
  expect(checked).toBe(before.checked + 3)
  expect(new Set(faults)).toEqual(
    new Set([
      ...before.faults,
      `submission-${gone} is missing.`,
      `submission-${short} has ${pdf.length - 1} bytes instead of ${pdf.length}.`,
      `submission-${lost} is of nobody.`,
    ]),
  )
})

describe('lists', () => {
  test('staff see what waits, the oldest first, a page at a time; learners what is due, the next first', async () => {
    await server.db.execute(sql`update submissions set is_latest = false`)
    const course = await makeQuizCourse(server)
    await putAssignment(server, admin, course, makeAssignment({ title: 'No day' }))
    await putAssignment(server, admin, course, makeAssignment({ title: 'Soon', due_days: 3 }), 1)
    const [first, second] = [await makeOwner(server, course), await makeOwner(server, course)]
    await asHandingIn(server, first, course).give('One.')
    await asHandingIn(server, second, course).give('Two.')
    await asHandingIn(server, first, course, 1).give('Three.')

    const page = await waiting({ limit: 2 })
    const rest = await waiting({ limit: 2, cursor: page.next_cursor })
    expect([...page.submissions, ...rest.submissions].map(({ by, title }) => [by, title])).toEqual([
      [first.name, 'No day'],
      [second.name, 'No day'],
      [first.name, 'Soon'],
    ])
    expect(rest.next_cursor).toBeNull()
    await answer(server, teacher, page.submissions[0]?.id ?? '', { outcome: 'marked', mark: 9 })
    expect(await server.as(teacher)(contract.countWaitingSubmissions, {})).toEqual({ count: 2 })

    const due = await mine(first, { limit: 1 })
    const later = await mine(first, { limit: 1, cursor: due.next_cursor })
    expect(due.assignments).toMatchObject([
      { title: 'Soon', due_on: addDays(dayInIndia(), 3), outcome: null, mark: null },
    ])
    expect(later).toMatchObject({
      assignments: [{ title: 'No day', due_on: null, outcome: 'marked', mark: 9 }],
      next_cursor: null,
    })
    const { entries } = await server.as(admin)(listAudit, { query: {} })
    expect(entries[0]).toMatchObject({
      act: 'POST /admin/submissions/:id/answers',
      after: { answers: 1, outcome: 'marked', mark: 9 },
    })
  })
})

test('versions come a page at a time, to their learner and to staff, and none is left out', async () => {
  const { learner, course, hand } = await makeAsked()
  const texts = Array.from({ length: 53 }, (_, at) => `Version ${53 - at}`)
  const of = { learnerId: learner.id, courseId: course.id, videoId: course.videoIds[0] ?? '' }
  const rows = texts.map((text, at) => ({
    ...of,
    id: newId(),
    text,
    isLatest: at === 0,
    handedInAt: sql`now() - make_interval(secs => ${at})`,
  }))
  await server.db.insert(submissions).values(rows)
  const params = { id: rows[7]?.id ?? '' }
  await answer(server, teacher, rows[0]?.id ?? '', { outcome: 'marked', mark: 1 })

  for (const read of [
    hand.read,
    (query: contract.VersionPage) => server.as(teacher)(contract.openSubmission, { params, query }),
  ]) {
    const page = await read({})
    const rest = await read({ cursor: page.next_cursor ?? undefined })
    expect([page.submissions.length, page.versions, rest.versions]).toEqual([50, 53, 53])
    expect([...page.submissions, ...rest.submissions].map(({ text }) => text)).toEqual(texts)
    expect(rest.next_cursor).toBeNull()
  }
  const rest = await hand.read({ cursor: rows[49]?.id })
  expect(rest).toMatchObject({ may_hand_in: false, submissions: [{ text: 'Version 3' }, {}, {}] })
})

describe('a person', () => {
  test('takes texts and files along, and they go with them, bytes too', async () => {
    const { course } = await makeAsked()
    const learner = await makePerson(server)
    await grantCourse(server.db, learner, course)
    const hand = asHandingIn(server, learner, course)
    const upload = await uploadToHandIn(server, learner, course, pdf)
    const id = (await hand.give('These are my words.', upload)).submissions[0]?.id ?? ''
    await answer(server, teacher, id, { outcome: 'again', words: 'Yours are good words.' })

    await server.as(learner)(requestExport, {})
    const { media, settings, checkout } = server
    await makeExports({ ...checkout, media, followed: { env: {}, dataDir: settings.dataDir } })
    const { exports } = await server.as(learner)(listExports, {})
    const zip = await fetchFile(
      learner,
      fetchExport.route.slice(4).replace(':id', exports[0]?.id ?? ''),
    )
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(pdf.equals(Buffer.from(files[`assignments/${upload}-My reel.pdf`] ?? []))).toBe(true)
    const read = (name: string) => new TextDecoder().decode(files[name])
    expect(read('data/submissions.json')).toContain('These are my words.')
    expect(read('data/submission_answers.json')).toContain('Yours are good words.')

    await eraseAccount(server, learner)

    expect(await server.media.sizeOf(submissionKey(upload))).toBeNull()
    expect(await server.db.$count(submissions, eq(submissions.id, id))).toBe(0)
    expect(await server.db.$count(submissionAnswers, eq(submissionAnswers.submissionId, id))).toBe(
      0,
    )
    expect(await server.db.$count(submissionFiles, eq(submissionFiles.id, upload))).toBe(0)
  })

  test('of two accounts has the versions of both, and the newest counts', async () => {
    const { course, learner, hand } = await makeAsked()
    const from = await makeOwner(server, course)
    const older = (await hand.give('Older.')).submissions[0]?.id ?? ''
    const upload = await uploadToHandIn(server, from, course, pdf)
    await asHandingIn(server, from, course).give('Newer.', upload)
    await answer(server, teacher, older, { outcome: 'marked', mark: 3 })

    await server.db.transaction((db) =>
      joinAssignments(db, { fromId: from.id, intoId: learner.id }),
    )

    const joined = await hand.read()
    expect(joined.submissions.map(({ text }) => text)).toEqual(['Newer.', 'Older.'])
    expect(joined.may_hand_in).toBe(true)
    const path = `/my-submissions/${joined.submissions[0]?.id}/file`
    expect((await fetchFile(learner, path)).status).toBe(200)
  })
})

test('accounts are joined while both hand in: each is handed in, or its person is told why not', async () => {
  const { course, learner, hand } = await makeAsked()
  const twin = await makeOwner(server, course)
  const twins = asHandingIn(server, twin, course)
  await twins.give('Before.')
  const body = await askForCodes(server, learner, twin)
  let done: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([])
  await server.owner.db.transaction(async (db) => {
    // The join comes as far as this, and waits for no more than 200 ms.
    await db.execute(sql`lock table support_views in share mode`)
    const joined = server.as(learner)(confirmJoin, { body })
    const waits = sql`select 1 from pg_locks where relation = 'support_views'::regclass and not granted`
    await vi.waitFor(
      async () => expect((await server.owner.db.execute(waits)).rows).toHaveLength(1),
      {
        interval: 2,
      },
    )
    done = Promise.allSettled([joined, hand.give('Meanwhile.'), twins.give('Too late.')])
    await setTimeout(120)
  })

  const [joined, own, other] = await done
  expect(findFault([joined, own, other].flatMap((one) => one ?? []))).toBeUndefined()
  expect([joined?.status, own?.status]).toEqual(['fulfilled', 'fulfilled'])
  const { submissions: kept, versions } = await hand.read()
  expect(versions).toBe(other?.status === 'fulfilled' ? 3 : 2)
  expect(kept.map(({ text }) => text)).toEqual(expect.arrayContaining(['Meanwhile.', 'Before.']))
})

const acts = [
  'phone',
  'laptop',
  'twin',
  'mark',
  'again',
  'repeat',
  'refund',
  'regrant',
  'join',
] as const
type Act = (typeof acts)[number]
/** What may be answered to who comes at the wrong moment. */
const refusals = new Set([
  'assignment_marked',
  'submission_superseded',
  'submission_answered',
  'course_not_owned',
  'not_signed_in',
  'too_busy',
])

/** Refused in these words, or done: never anything else. */
function findFault(done: PromiseSettledResult<unknown>[]): unknown {
  const isFault = (reason: unknown) => !(reason instanceof ApiError && refusals.has(reason.code))
  return done.find((one) => one.status === 'rejected' && isFault(one.reason))
}

test('in every order of devices, teachers, refunds and joined accounts, also at once, nothing is lost; of who is erased nothing stays', async () => {
  const step = fc.uniqueArray(fc.constantFrom<Act>(...acts), { minLength: 1, maxLength: 4 })
  const course = await makeQuizCourse(server)
  await putAssignment(server, admin, course, makeAssignment())
  const run = async (steps: Act[][], isErased: boolean) => {
    const [learner, twin] = [await makePerson(server), await makeOwner(server, course)]
    await grantCourse(server.db, learner, course)
    const hands = {
      phone: asHandingIn(server, learner, course),
      laptop: asHandingIn(server, learner, course),
      twin: asHandingIn(server, twin, course),
    }
    const isOfBoth = inArray(submissions.learnerId, [learner.id, twin.id])
    const taken = new Set<string>()
    const answered: string[] = []
    let last: [text: string, id: string] | null = null
    const mark = async (outcome: Outcome, at: number) => {
      const isNewest = and(eq(submissions.learnerId, learner.id), eq(submissions.isLatest, true))
      const [newest] = await server.db.select().from(submissions).where(isNewest)
      if (!newest) return
      const words = `${outcome} ${at}`
      const given = { outcome, words, after: newest.answers }
      await answer(server, teacher, newest.id, outcome === 'again' ? given : { ...given, mark: 5 })
      answered.push(words)
    }
    let codes: Awaited<ReturnType<typeof askForCodes>> | null = null
    const perform = async (act: Act, at: number) => {
      if (act === 'mark') return mark('marked', at)
      if (act === 'again') return mark('again', at)
      if (act === 'refund') return takeBack(learner, course)
      if (act === 'regrant') return grantCourse(server.db, learner, course)
      if (act === 'join') return codes && server.as(learner)(confirmJoin, { body: codes })
      const [text, id]: [string, string] =
        act === 'repeat' && last ? last : [`${act} ${at}`, newId()]
      await hands[act === 'repeat' ? 'phone' : act].give(text, null, id)
      if (act !== 'twin') last = [text, id]
      taken.add(id)
    }
    const has = () => isOwned(server.db, learner.id, course.id)
    for (const [at, atOnce] of steps.entries()) {
      const hadIt = await has()
      const isTwinThere = (await server.db.$count(users, eq(users.id, twin.id))) > 0
      codes =
        atOnce.includes('join') && isTwinThere ? await askForCodes(server, learner, twin) : null
      const before = taken.size
      const done = await Promise.allSettled(atOnce.map((act) => perform(act, at)))
      expect(findFault(done)).toBeUndefined()
      const mayTake = hadIt || atOnce.some((act) => ['twin', 'regrant', 'join'].includes(act))
      expect(taken.size - before).toBeLessThanOrEqual(mayTake ? atOnce.length : 0)
    }

    const rows = await server.db
      .select()
      .from(submissions)
      .where(isOfBoth)
      .orderBy(desc(submissions.handedInAt), desc(submissions.id))
    expect(new Set(rows.map(({ id }) => id))).toEqual(taken)
    const said = await server.db
      .select({ words: submissionAnswers.words })
      .from(submissionAnswers)
      .innerJoin(submissions, eq(submissions.id, submissionAnswers.submissionId))
      .where(isOfBoth)
    expect(said.map(({ words }) => words).toSorted()).toEqual(answered.toSorted())
    for (const who of [learner, twin]) {
      const theirs = rows.filter(({ learnerId }) => learnerId === who.id)
      const latest = theirs.filter(({ isLatest }) => isLatest)
      expect(latest).toEqual(theirs.slice(0, 1))
    }
    const mails = await readOutbox(server, learner.email)
    const told = mails.filter(({ subject }) => subject.startsWith('An answer to'))
    const wasAway = steps.flat().includes('refund')
    expect(told.length).toBeLessThanOrEqual(answered.length)
    expect(told.length).toBeGreaterThanOrEqual(wasAway ? 0 : answered.length)
    if (!(await has())) await grantCourse(server.db, learner, course)
    const seen = await hands.phone.read()
    const theirs = rows.filter(({ learnerId }) => learnerId === learner.id)
    expect(seen.submissions.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id))
    const outcome = seen.submissions[0]?.answers.at(-1)?.outcome ?? null
    // Nothing comes behind what was marked.
    expect([theirs[0]?.outcome ?? null, seen.may_hand_in]).toEqual([outcome, outcome !== 'marked'])
    if (!isErased) return

    const upload = await uploadToHandIn(server, learner, course, pdf)
    await Promise.allSettled([
      hands.phone.give('', upload),
      hands.laptop.give('Late.'),
      eraseAccount(server, learner),
    ])
    // Whoever hands in goes first; the erasure comes again.
    await carryOut(server, learner)
    expect(await readErasureState(server, learner)).toBe('done')
    await removeLostFiles(server)
    expect(await server.db.$count(submissions, eq(submissions.learnerId, learner.id))).toBe(0)
    const isFileTheirs = eq(submissionFiles.learnerId, learner.id)
    expect(await server.db.$count(submissionFiles, isFileTheirs)).toBe(0)
    expect(await server.media.sizeOf(submissionKey(upload))).toBeNull()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), fc.boolean(), run),
    { numRuns: Number(process.env['ASSIGNMENT_RUNS'] ?? 12) },
  )
})
