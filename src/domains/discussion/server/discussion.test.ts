import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseAccount, makePerson } from '../../../../tests/support/erasing.ts'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
} from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { HideReason } from '../../../shared/hide-reasons.ts'
import { revokeAccess } from '../../access/server/change-access.ts'
import { listOpenCauses } from '../../access/server/list-open-causes.ts'
import { users } from '../../accounts/server/tables.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { listAudit } from '../../staff/contract.ts'
import * as contract from '../contract.ts'
import type { MailFrequency } from '../mail-frequency.ts'
import { trigramsOf } from '../trigrams.ts'
import { answers, discussionNotices, questions } from './tables.ts'
import { sendDigests } from './tell-by-mail.ts'

let server: TestServer
let owner: Person
let teacher: Person
beforeAll(async () => {
  server = await startTestServer()
  owner = await makeAdmin(server.db)
  teacher = await makeStaff(server.db, 'teacher')
})
afterAll(() => server.close())

async function makeOwner(
  course: MadeCourse,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  const person = await makeLearner(server.db, overrides)
  await grantCourse(server.db, person, course)
  return person
}

async function takeBack(person: Person, course: MadeCourse): Promise<void> {
  const of = { learnerId: person.id, courseId: course.id }
  await server.db.transaction(async (db) => {
    for (const id of await listOpenCauses(db, { kind: 'gift', ...of })) {
      await revokeAccess(db, { ...of, cause: { kind: 'gift', id }, reason: 'Given back' })
    }
  })
}

const of = ({ id }: { id: string }) => ({ params: { course_id: id } })
const ask = (who: Person, course: MadeCourse, more: object = {}) =>
  server.as(who)(contract.askQuestion, {
    ...of(course),
    body: { video_id: course.videoIds[0]!, title: 'Why is the sound low?', ...more },
  })
const answer = (who: Person, id: string, body = 'Turn the **gain** up.', more: object = {}) =>
  server.as(who)(contract.answerQuestion, { params: { id }, body: { body, ...more } })
const open = (who: Person, id: string, query = {}) =>
  server.as(who)(contract.getQuestion, { params: { id }, query })
const list = (who: Person, course: MadeCourse, query: object = {}) =>
  server.as(who)(contract.listQuestions, { ...of(course), query })
const solve = (who: Person, id: string, is_solved = true) =>
  server.as(who)(contract.markSolved, { params: { id }, body: { is_solved } })
const hide = (id: string, answer_id: string | null = null, reason: HideReason = 'abuse') =>
  server.as(teacher)(contract.hideInDiscussion, { params: { id }, body: { answer_id, reason } })
const show = (id: string, answer_id: string | null = null) =>
  server.as(teacher)(contract.showInDiscussion, { params: { id }, body: { answer_id } })
const block = (id: string, answer_id: string | null = null) =>
  server.as(teacher)(contract.blockInDiscussion, {
    params: { id },
    body: { answer_id, reason: 'abuse' },
  })
const choose = (who: Person, frequency: MailFrequency) =>
  server.as(who)(contract.saveDiscussionMails, { body: { frequency } })
const edit = (who: Person, id: string, title: string, body = '') =>
  server.as(who)(contract.editQuestion, { params: { id }, body: { title, body } })
const remove = (who: Person, id: string) =>
  server.as(who)(contract.removeQuestion, { params: { id } })
const editAnswer = (who: Person, id: string, answer_id: string, body: string) =>
  server.as(who)(contract.editAnswer, { params: { id, answer_id }, body: { body } })
const removeAnswer = (who: Person, id: string, answer_id: string) =>
  server.as(who)(contract.removeAnswer, { params: { id, answer_id } })
const tell = (who: Person, id: string, answer_id: string | null = null) =>
  server.as(who)(contract.reportInDiscussion, { params: { id }, body: { answer_id } })
const refusal = (code: string) => expect.objectContaining({ code })

describe('an owner of a course', () => {
  test('asks at a second, and says more in Markdown; another one answers', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]

    const asked = await ask(asker, course, { film: 1, at_second: 65, body: 'In **two** lessons.' })
    await answer(other, asked.id)

    expect(await open(other, asked.id)).toMatchObject({
      title: 'Why is the sound low?',
      html: '<p>In <strong>two</strong> lessons.</p>',
      at_second: 65,
      is_playable: true,
      by: 'Meera N.',
      is_own: false,
      answers: 1,
      is_solved: false,
      course_title: course.title,
      lesson_title: 'Video 1',
      shown_answers: [
        { html: '<p>Turn the <strong>gain</strong> up.</p>', is_teachers: false, is_own: true },
      ],
    })
  })

  test('finds what was asked before they bought, of a lesson, of the course, and their own', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    const first = await ask(asker, course)
    const second = await ask(asker, course, { video_id: course.videoIds[1], title: 'And this?' })
    const newcomer = await makeOwner(course)
    const own = await ask(newcomer, course, { title: 'Mine?' })
    const ids = async (query: object) =>
      (await list(newcomer, course, query)).questions.map(({ id }) => id)

    expect(await ids({})).toEqual([own.id, second.id, first.id])
    expect(await ids({ video_id: course.videoIds[0] })).toEqual([own.id, first.id])
    expect(await ids({ own: 'true' })).toEqual([own.id])
  })

  test('is told that a film was replaced since; the question stays with its lesson', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    const { id } = await ask(asker, course, { film: 1, at_second: 5 })
    const setFilm = (film: number) =>
      server.db.update(videos).set({ film }).where(eq(videos.id, course.videoIds[0]!))

    await setFilm(2)
    expect(await open(asker, id)).toMatchObject({ at_second: 5, is_playable: false })
    await setFilm(1)
    expect(await open(asker, id)).toMatchObject({ at_second: 5, is_playable: true })
  })

  test('finds similar questions while typing, in Hindi as well', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    const titles = [
      'Why is the sound of lesson two so low?',
      'Which phone is good for this?',
      'सिंक क्यों टूटता है?',
    ]
    for (const title of titles) await ask(asker, course, { title })
    await ask(await makeOwner(await makeCourse(server.db)), course).catch(() => undefined)
    const similar = async (similar_to: string) =>
      (await list(asker, course, { similar_to })).questions.map(({ title }) => title)

    expect(await similar('sound is low in lesson 2')).toEqual([titles[0]])
    expect(await similar('मेरा सिंक टूटता है')).toEqual([titles[2]])
    expect(await similar('refund please')).toEqual([])
    expect(await similar('')).toEqual([])
  })

  test('asks and answers once, however often the call is repeated', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    const [id, answerId] = [newId(), newId()]

    await Promise.all([1, 2, 3].map(() => ask(asker, course, { id })))
    await Promise.all([1, 2, 3].map(() => answer(teacher, id, 'So.', { id: answerId })))

    expect((await list(asker, course)).questions).toHaveLength(1)
    expect((await open(asker, id)).shown_answers).toHaveLength(1)
    await expect(ask(await makeOwner(course), course, { id })).rejects.toEqual(
      refusal('video_not_found'),
    )
  })

  test('is read as they put it last, also where the first call had arrived unheard', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    const [id, answerId] = [newId(), newId()]
    await ask(asker, course, { id, title: 'Which phone?', body: 'For films.' })
    await answer(asker, id, 'The old one.', { id: answerId })

    await ask(asker, course, { id, title: 'Which phone?', body: 'For short films.' })
    await answer(asker, id, 'The new one.', { id: answerId })

    const { html, shown_answers: answers } = await open(asker, id)
    expect(html).toContain('For short films.')
    expect(answers.map((one) => one.html)).toEqual([expect.stringContaining('The new one.')])
  })

  test('marks their question as solved, and nobody else’s', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)

    await expect(solve(other, id)).rejects.toEqual(refusal('not_allowed'))
    expect(await solve(asker, id)).toMatchObject({ is_solved: true })
    expect(await solve(teacher, id, false)).toMatchObject({ is_solved: false })
  })

  test.each([
    [{ title: '' }, 'invalid_input'],
    [{ title: 'x'.repeat(151) }, 'invalid_input'],
    [{ body: 'x'.repeat(5_001) }, 'invalid_input'],
    [{ film: 1 }, 'invalid_input'],
    [{ video_id: 'of-another-course' }, 'video_not_found'],
  ])('is refused %o', async (more, code) => {
    const course = await makeCourse(server.db)

    await expect(ask(await makeOwner(course), course, more)).rejects.toEqual(refusal(code))
  })
})

test('who gave the course back reads and writes no more; what they wrote stays', async () => {
  const course = await makeCourse(server.db)
  const [asker, other] = [await makeOwner(course), await makeOwner(course)]
  const { id } = await ask(asker, course)
  await answer(asker, id, 'I found it.')
  await takeBack(asker, course)

  await expect(open(asker, id)).rejects.toEqual(refusal('question_not_found'))
  await expect(list(asker, course)).rejects.toEqual(refusal('course_not_owned'))
  await expect(ask(asker, course)).rejects.toEqual(refusal('course_not_owned'))
  await expect(answer(asker, id)).rejects.toEqual(refusal('question_not_found'))
  await expect(solve(asker, id)).rejects.toEqual(refusal('question_not_found'))
  expect(await open(other, id)).toMatchObject({ shown_answers: [{ html: '<p>I found it.</p>' }] })
})

describe('a teacher', () => {
  test('sees what waits, oldest first, until it is answered, solved or hidden', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    const [a, b, c, d] = [
      await ask(asker, course),
      await ask(asker, course),
      await ask(asker, course),
      await ask(asker, course),
    ]
    const waiting = async () => {
      const found = await server.as(teacher)(contract.listQuestionsForStaff, {
        query: { limit: 50 },
      })
      return found.questions.filter((one) => one.course_id === course.id).map(({ id }) => id)
    }
    const count = async () => (await server.as(teacher)(contract.countWaitingQuestions, {})).count
    const before = await count()

    expect(await waiting()).toEqual([a.id, b.id, c.id, d.id])
    const { id: answerId } = await answer(teacher, b.id)
    await solve(asker, c.id)
    await hide(d.id)
    expect(await waiting()).toEqual([a.id])
    expect(await count()).toBe(before - 3)
    await hide(b.id, answerId)
    expect(await waiting()).toEqual([a.id, b.id])
  })

  test('answers as one, in a course that they do not own', async () => {
    const course = await makeCourse(server.db)
    const { id } = await ask(await makeOwner(course), course)

    expect(await answer(teacher, id)).toMatchObject({ is_teachers: true, by: 'Kavya M.' })
  })

  test('hides an answer for a reason that its place tells, and shows it again', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)
    const made = await answer(other, id, 'Buy mine instead.')

    await hide(id, made.id, 'advertising')

    expect(await open(asker, id)).toMatchObject({
      answers: 0,
      shown_answers: [{ html: '', by: null, hidden_because: 'advertising' }],
    })
    expect((await open(other, id)).shown_answers).toMatchObject([
      { html: '<p>Buy mine instead.</p>', hidden_because: 'advertising' },
    ])
    const { entries } = await server.as(owner)(listAudit, { query: {} })
    expect(entries[0]).toMatchObject({
      act: 'POST /admin/questions/:id/hide',
      after: { answer: made.id, hidden_because: 'advertising' },
    })
    await show(id, made.id)
    expect((await open(asker, id)).answers).toBe(1)
  })

  test('hides a question from all but who asked it, who reads why', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)

    await hide(id)

    expect((await list(other, course)).questions).toEqual([])
    expect((await list(other, course, { similar_to: 'sound is low' })).questions).toEqual([])
    await expect(open(other, id)).rejects.toEqual(refusal('question_not_found'))
    expect(await open(asker, id)).toMatchObject({ hidden_because: 'abuse' })
    expect((await list(asker, course, { own: 'true' })).questions).toHaveLength(1)
  })

  test('keeps somebody from writing in a course, and lets them again', async () => {
    const [course, elsewhere] = [await makeCourse(server.db), await makeCourse(server.db)]
    const rude = await makeOwner(course)
    await grantCourse(server.db, rude, elsewhere)
    const { id } = await ask(rude, course)

    await block(id)

    await expect(ask(rude, course)).rejects.toEqual(refusal('discussion_blocked'))
    await expect(answer(rude, id)).rejects.toEqual(refusal('discussion_blocked'))
    expect(await open(rude, id)).toMatchObject({ may_write: false })
    await ask(rude, elsewhere)
    const { blocks } = await server.as(teacher)(contract.listDiscussionBlocks, {})
    expect(blocks[0]).toMatchObject({ course_id: course.id, learner_id: rude.id, reason: 'abuse' })
    const body = { course_id: course.id, learner_id: rude.id }
    await server.as(teacher)(contract.endDiscussionBlock, { body })
    await ask(rude, course)
  })

  test('finds what was reported until they have looked', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)
    const { id: answer_id } = await answer(other, id)
    const report = (who: Person) =>
      server.as(who)(contract.reportInDiscussion, { params: { id }, body: { answer_id } })
    const reported = async () => {
      const query = { filter: 'reported' } as const
      return (await server.as(teacher)(contract.listQuestionsForStaff, { query })).questions
    }

    await report(asker)
    await report(asker)

    expect(await reported()).toMatchObject([{ id, reports: 1 }])
    expect(await open(teacher, id)).toMatchObject({ reports: 0, shown_answers: [{ reports: 1 }] })
    expect(await open(asker, id)).toMatchObject({ shown_answers: [{ reports: 0 }] })
    await show(id, answer_id)
    expect(await reported()).toEqual([])
  })
})

describe('mails', () => {
  test('tell who asked and who answered, at once, with a link to reply; never oneself', async () => {
    const course = await makeCourse(server.db)
    const [asker, first, second] = [
      await makeOwner(course),
      await makeOwner(course),
      await makeOwner(course),
    ]
    const { id } = await ask(asker, course)
    await answer(first, id)
    await answer(second, id, 'Or *buy* a microphone.')

    const [newest, ...older] = await readOutbox(server, asker.email)
    expect(older).toHaveLength(1)
    expect(newest?.subject).toBe('An answer to “Why is the sound low?”')
    expect(newest?.text).toContain('Meera N. has answered')
    expect(newest?.text).toContain('Or buy a microphone.')
    expect(newest?.text).toContain(
      `/course/${course.id}?lesson=${course.videoIds[0]}&tool=questions&question=${id}`,
    )
    expect(newest?.text).toContain('/my-courses?tab=details')
    expect(await readOutbox(server, first.email)).toHaveLength(1)
    expect(await readOutbox(server, second.email)).toEqual([])
  })

  test('are not for who wants none, who gave the course back, and who is blocked', async () => {
    const course = await makeCourse(server.db)
    const [asker, gone, locked, last] = [
      await makeOwner(course),
      await makeOwner(course),
      await makeOwner(course),
      await makeOwner(course),
    ]
    await choose(asker, 'never')
    const { id } = await ask(asker, course)
    await answer(gone, id)
    await answer(locked, id)
    await server.db.execute(sql`delete from mails`)
    await takeBack(gone, course)
    await server.db
      .update(users)
      .set({ blockedAt: new Date(), blockedReason: 'Rude.' })
      .where(eq(users.id, locked.id))

    await answer(last, id)

    expect(await server.db.execute(sql`select recipient from mails`)).toMatchObject({ rows: [] })
  })

  test('come once a day to who wishes it so, of what can still be seen', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    await choose(asker, 'daily')
    const [one, two, three] = [
      await ask(asker, course, { title: 'One?' }),
      await ask(asker, course, { title: 'Two?' }),
      await ask(asker, course, { title: 'Three?' }),
    ]
    await answer(other, one.id)
    await answer(other, one.id, 'And so.')
    await hide(two.id, (await answer(other, two.id)).id)
    await answer(other, three.id)
    await hide(three.id)
    const send = () => sendDigests({ ...server.checkout, countHandedIn: async () => 0 })

    await send()
    expect(await readOutbox(server, asker.email)).toEqual([])
    const past = sql`now() - interval '1 minute'`
    await server.owner.db
      .update(discussionNotices)
      .set({ dueAt: past })
      .where(eq(discussionNotices.learnerId, asker.id))
    await Promise.all([send(), send()])

    const [mail, ...more] = await readOutbox(server, asker.email)
    expect(more).toEqual([])
    expect(mail?.text).toContain('2 new answers to “One?”')
    expect(mail?.text).not.toMatch(/Two\?|Three\?/)
  })

  test('of a day are put off by no clock that is ahead, and come though one was', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    for (const learner of [asker, other]) await choose(learner, 'daily')
    const [mine, theirs] = [await ask(asker, course), await ask(other, course)]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
    const { id: answerId } = await answer(teacher, mine.id).finally(() => vi.useRealTimers())
    await answer(teacher, theirs.id)
    const isMine = eq(discussionNotices.answerId, answerId)
    const [notice] = await server.db.select().from(discussionNotices).where(isMine)
    expect((notice?.dueAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(86_400_000)

    await server.owner.db
      .update(discussionNotices)
      .set({ dueAt: sql`now() + interval '30 days'` })
      .where(isMine)
    await sendDigests({ ...server.checkout, countHandedIn: async () => 0 })

    expect(await readOutbox(server, asker.email)).toHaveLength(1)
    expect(await readOutbox(server, other.email)).toEqual([])
  })

  test('of a day do not come to who has given the course back since', async () => {
    const course = await makeCourse(server.db)
    const asker = await makeOwner(course)
    await choose(asker, 'daily')
    const { id } = await ask(asker, course)
    await answer(teacher, id)
    await takeBack(asker, course)
    await server.owner.db
      .update(discussionNotices)
      .set({ dueAt: sql`now()` })
      .where(eq(discussionNotices.learnerId, asker.id))

    await sendDigests({ ...server.checkout, countHandedIn: async () => 0 })

    expect(await readOutbox(server, asker.email)).toEqual([])
  })

  test('tell teachers of a question, daily unless they chose otherwise', async () => {
    const course = await makeCourse(server.db)
    const quick = await makeStaff(server.db, 'teacher')
    await choose(quick, 'at_once')
    await server.db.execute(sql`delete from discussion_notices`)

    const { id } = await ask(await makeOwner(course), course)

    const [mail] = await readOutbox(server, quick.email)
    expect(mail?.subject).toBe('A question: Why is the sound low?')
    expect(mail?.text).toContain(`/admin/questions?question=${id}`)
    expect(await readOutbox(server, teacher.email)).toEqual([])
    const waiting = await server.db.select().from(discussionNotices)
    expect(waiting.map(({ learnerId }) => learnerId)).toContain(teacher.id)
  })
})

describe('who wrote it', () => {
  test('changes a question and an answer, which say so, and which are found by the new words', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)
    const said = await answer(other, id)

    await edit(asker, id, 'Which microphone is good?', 'For **wind**.')
    await editAnswer(other, id, said.id, 'Any.')

    expect(await open(other, id)).toMatchObject({
      title: 'Which microphone is good?',
      html: '<p>For <strong>wind</strong>.</p>',
      is_edited: true,
      own_words: null,
      words_before: null,
      answers: 1,
      shown_answers: [{ html: '<p>Any.</p>', is_edited: true, own_words: 'Any.' }],
    })
    const similar = async (similar_to: string) =>
      (await list(other, course, { similar_to })).questions.length
    expect(await similar('good microphone')).toBe(1)
    expect(await similar('why is the sound low')).toBe(0)
  })

  test('removes a question: answers of others stay; without any, nothing is left of it', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const [answered, alone] = [await ask(asker, course), await ask(asker, course)]
    const said = await answer(other, answered.id)

    await remove(asker, answered.id)
    await remove(asker, alone.id)

    expect(await open(other, answered.id)).toMatchObject({
      title: '',
      html: '',
      by: null,
      is_removed: true,
      shown_answers: [{ id: said.id, html: '<p>Turn the <strong>gain</strong> up.</p>' }],
    })
    await expect(open(asker, alone.id)).rejects.toEqual(refusal('question_not_found'))
    expect((await list(other, course)).questions.map(({ id }) => id)).toEqual([answered.id])
    expect((await list(asker, course, { own: 'true' })).questions).toHaveLength(1)
    await expect(answer(other, answered.id)).rejects.toEqual(refusal('question_not_found'))
    await expect(edit(asker, answered.id, 'Back?')).rejects.toEqual(refusal('question_not_found'))

    await removeAnswer(other, answered.id, said.id)
    await expect(open(other, answered.id)).rejects.toEqual(refusal('question_not_found'))
    const { questions } = await server.as(teacher)(contract.listQuestionsForStaff, { query: {} })
    expect(questions.map(({ id }) => id)).not.toContain(alone.id)
  })

  test('is nobody else, has the course, and was not blocked', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)
    const said = await answer(asker, id)
    const refused = async (who: Person, code: string) => {
      for (const act of [
        () => edit(who, id, 'Mine?'),
        () => remove(who, id),
        () => editAnswer(who, id, said.id, 'Mine.'),
        () => removeAnswer(who, id, said.id),
      ]) {
        await expect(act()).rejects.toEqual(refusal(code))
      }
    }

    await refused(other, 'not_allowed')
    await refused(teacher, 'not_allowed')
    await block(id)
    await refused(asker, 'discussion_blocked')
    await takeBack(asker, course)
    await refused(asker, 'question_not_found')
  })

  test('removes once, however often the call is repeated, also at once; others are told nothing of it', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course)
    const said = await answer(other, id)
    await remove(asker, id)
    const both = () => removeAnswer(other, id, said.id)
    await Promise.all([both(), both(), both()])
    await both()
    await Promise.all([remove(asker, id), remove(asker, id)])
    await takeBack(asker, course)
    await remove(asker, id)

    for (const who of [other, await makeLearner(server.db)])
      await expect(remove(who, id)).rejects.toEqual(refusal('question_not_found'))
    await expect(removeAnswer(asker, id, said.id)).rejects.toEqual(refusal('question_not_found'))
    await expect(open(asker, id)).rejects.toEqual(refusal('question_not_found'))
    await expect(edit(other, id, 'Mine?')).rejects.toEqual(refusal('question_not_found'))
  })

  test('does not take from staff what was reported or hidden, until they let it stand', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    const { id } = await ask(asker, course, { title: 'Buy here?', body: 'www' })
    const said = await answer(other, id, 'Rude.')
    await tell(other, id)
    await hide(id, said.id)

    await edit(asker, id, 'Nothing')
    await edit(asker, id, 'Nothing at all')
    await removeAnswer(other, id, said.id)

    expect(await open(asker, id)).toMatchObject({
      words_before: null,
      shown_answers: [{ html: '', is_removed: true, hidden_because: 'abuse', words_before: null }],
    })
    expect(await open(teacher, id)).toMatchObject({
      title: 'Nothing at all',
      reports: 1,
      words_before: 'Buy here?\n\nwww',
      shown_answers: [{ hidden_because: 'abuse', words_before: 'Rude.' }],
    })
    await remove(asker, id)
    await show(id)
    await show(id, said.id)
    expect(await open(teacher, id)).toMatchObject({ words_before: null, shown_answers: [] })
  })

  test('hides no words behind milder ones that were reported before', async () => {
    const course = await makeCourse(server.db)
    const [asker, friend, other] = [
      await makeOwner(course),
      await makeOwner(course),
      await makeOwner(course),
    ]
    const { id } = await ask(asker, course, { title: 'Mild', body: '' })
    await tell(friend, id)
    await edit(asker, id, 'Worse')
    await tell(other, id)
    await edit(asker, id, 'Once more')
    await hide(id)
    await edit(asker, id, 'Nothing')

    expect(await open(teacher, id)).toMatchObject({
      title: 'Nothing',
      words_before: 'Mild\n\nWorse\n\nOnce more',
    })
  })

  test('is not mailed about any more: what was removed does not come with the day’s mail', async () => {
    const course = await makeCourse(server.db)
    const [asker, other] = [await makeOwner(course), await makeOwner(course)]
    await choose(asker, 'daily')
    const { id } = await ask(asker, course)
    await removeAnswer(other, id, (await answer(other, id)).id)
    const past = sql`now() - interval '1 minute'`
    await server.owner.db
      .update(discussionNotices)
      .set({ dueAt: past })
      .where(eq(discussionNotices.learnerId, asker.id))

    await sendDigests({ ...server.checkout, countHandedIn: async () => 0 })

    expect(await readOutbox(server, asker.email)).toEqual([])
  })
})

test('names of children and of people who were erased are not told', async () => {
  const course = await makeCourse(server.db)
  const parent = await makeLearner(server.db)
  const { id } = await ask(await makeOwner(course, { parentId: parent.id }), course)
  const erased = await makeOwner(course)
  await answer(erased, id)
  await server.db
    .update(users)
    .set({ erasedAt: new Date(), blockedAt: new Date(), blockedReason: 'Erased.' })
    .where(eq(users.id, erased.id))

  expect(await open(teacher, id)).toMatchObject({ by: null, shown_answers: [{ by: null }] })
})

test('who is erased while others answer and staff hide leaves words without a name, and nothing is lost', async () => {
  const course = await makeCourse(server.db)
  const leaving = await makePerson(server, { name: 'Leela Varma' })
  await grantCourse(server.db, leaving, course)
  const other = await makeOwner(course)
  const asked = await ask(leaving, course, { title: 'Leela Varma asks: which phone?' })
  const own = await answer(leaving, asked.id, `Write to **Leela Varma**, ${leaving.email}.`)
  const [first, second] = [newId(), newId()]

  await Promise.all([
    eraseAccount(server, leaving),
    answer(other, asked.id, 'The one you have.', { id: first }),
    hide(asked.id, own.id).then(() => show(asked.id, own.id)),
    solve(teacher, asked.id),
    answer(teacher, asked.id, 'Any.', { id: second }),
  ])

  const found = await open(other, asked.id)
  expect(found).toMatchObject({
    title: '[erased] asks: which phone?',
    by: null,
    answers: 3,
    is_solved: true,
  })
  const told = found.shown_answers.map(({ id, html, by }) => [id, html, by])
  expect(told).toContainEqual([
    own.id,
    '<p>Write to <strong>[erased]</strong>, [erased].</p>',
    null,
  ])
  expect(new Set(told.map(([id]) => id))).toEqual(new Set([own.id, first, second]))
  const [row] = await server.db.select().from(questions).where(eq(questions.id, asked.id))
  expect(row?.trigrams).toBe('')
})

test('pages of questions and of answers are cut without loss', async () => {
  const course = await makeCourse(server.db)
  const asker = await makeOwner(course)
  const asked: string[] = []
  for (let at = 0; at < 5; at += 1) asked.unshift((await ask(asker, course)).id)
  const answered: string[] = []
  for (let at = 0; at < 5; at += 1) answered.push((await answer(teacher, asked[0]!)).id)
  const walk = async (
    read: (cursor: object) => Promise<{ ids: string[]; next_cursor: string | null }>,
  ) => {
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await read(next === '' ? { limit: 2 } : { limit: 2, cursor: next })
      found.push(...page.ids)
      next = page.next_cursor
    }
    return found
  }

  expect(
    await walk(async (query) => {
      const { questions, next_cursor } = await list(asker, course, query)
      return { ids: questions.map(({ id }) => id), next_cursor }
    }),
  ).toEqual(asked)
  expect(
    await walk(async (query) => {
      const { shown_answers, next_cursor } = await open(asker, asked[0]!, query)
      return { ids: shown_answers.map(({ id }) => id), next_cursor }
    }),
  ).toEqual(answered)
})

test('answered, changed, removed, reported, solved, hidden and shown in any order, also at once: nothing is lost or counted wrong', async () => {
  const course = await makeCourse(server.db)
  const people = [await makeOwner(course), await makeOwner(course), await makeOwner(course)]
  await Promise.all(people.map((one) => choose(one, 'never')))
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), who: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const), which: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('show' as const), which: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), which: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('report' as const), which: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove it' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('solve' as const), is: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('hide it' as const), is: fc.boolean() }) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        await server.db.execute(sql`delete from rate_limits`)
        const { id } = await ask(people[0]!, course)
        // Of each answer the words that may stand, and of a reported one those that staff must still read.
        const written = new Map<string, { who: number; words: Set<string>; isRemoved: boolean }>()
        const reported = new Map<string, Set<string>>()
        let isRemoved = false
        for (const round of rounds) {
          const before = [...written.keys()]
          const changed = new Map<string, Set<string>>()
          const [told, shown] = [new Set<string>(), new Set<string>()]
          // What is hidden or removed at that moment refuses learners; what was not refused must hold.
          const isDone = (act: Promise<unknown>) =>
            act.then(
              () => true,
              (error: Error) => {
                expect(error).toEqual(refusal('question_not_found'))
                return false
              },
            )
          await Promise.all(
            round.map(async (step) => {
              if (step.do === 'answer') {
                const [answerId, words] = [newId(), newId()]
                const asked = answer(people[step.who]!, id, words, { id: answerId })
                if (!(await isDone(asked))) return
                written.set(answerId, { who: step.who, words: new Set([words]), isRemoved: false })
              } else if (step.do === 'solve') await solve(teacher, id, step.is)
              else if (step.do === 'hide it') await (step.is ? hide(id) : show(id))
              else if (step.do === 'remove it') {
                if (await isDone(remove(people[0]!, id))) isRemoved = true
              } else {
                const answerId = before[step.which]
                const of = answerId && written.get(answerId)
                if (!answerId || !of) return
                const words = newId()
                if (step.do === 'hide') {
                  await hide(id, answerId)
                  told.add(answerId)
                }
                if (step.do === 'show') {
                  shown.add(answerId)
                  await show(id, answerId)
                }
                if (step.do === 'report' && (await isDone(tell(people[1]!, id, answerId)))) {
                  told.add(answerId)
                }
                if (
                  step.do === 'edit' &&
                  (await isDone(editAnswer(people[of.who]!, id, answerId, words)))
                ) {
                  changed.set(answerId, (changed.get(answerId) ?? new Set<string>()).add(words))
                }
                if (
                  step.do === 'remove' &&
                  (await isDone(removeAnswer(people[of.who]!, id, answerId)))
                ) {
                  of.isRemoved = true
                }
              }
            }),
          )
          for (const answerId of shown) reported.delete(answerId)
          for (const answerId of told) {
            const of = written.get(answerId)!
            const may = of.words.union(changed.get(answerId) ?? new Set<string>())
            if (of.isRemoved) may.add('') // before it was hidden or reported
            if (!shown.has(answerId) && !reported.has(answerId)) reported.set(answerId, may)
          }
          for (const [answerId, words] of changed) written.get(answerId)!.words = words
        }
        const rows = await server.db.select().from(answers).where(eq(answers.questionId, id))
        expect(new Set(rows.map((row) => row.id))).toEqual(new Set(written.keys()))
        for (const row of rows) {
          const of = written.get(row.id)!
          expect(row.removedAt !== null).toBe(of.isRemoved)
          expect(of.isRemoved ? [''] : [...of.words]).toContain(row.body)
          const left = row.wordsBefore ?? row.body
          const may = reported.get(row.id)
          expect(left.split('\n\n').some((words) => may?.has(words) ?? true)).toBe(true)
        }
        const [question] = await server.db.select().from(questions).where(eq(questions.id, id))
        expect(question?.removedAt !== null).toBe(isRemoved)
        const seen = rows.filter((row) => row.hiddenBecause === null && row.removedAt === null)
        expect(question?.answers).toBe(seen.length)
      },
    ),
    { numRuns: 20 },
  )
})

test('lists of ten thousand questions on one course are read by an index, and similar ones quickly', async () => {
  const course = await makeCourse(server.db)
  const reader = await makeOwner(course)
  const subjects = ['sound', 'light', 'export', 'camera', 'script', 'colour', 'caption', 'music']
  const rows = Array.from({ length: 10_000 }, (_, at) => {
    const title = `How does the ${subjects[at % 8]} of lesson ${at} work?`
    return {
      title,
      trigrams: trigramsOf(title)
        .map((one) => `'${one}'`)
        .join(' '),
    }
  })
  // One statement takes only so long on a busy machine.
  for (let from = 0; from < rows.length; from += 1_000) {
    const some = rows.slice(from, from + 1_000)
    await server.db.execute(sql`
      insert into questions (id, course_id, video_id, learner_id, title, trigrams, asked_at, answers)
      select gen_random_uuid(), ${course.id}, ${course.videoIds[0]!}, ${reader.id}, title, trigrams::tsvector,
             now() - (${from}::integer + at) * interval '1 minute', 1
        from unnest(${sql.param(some.map(({ title }) => title))}::text[],
                    ${sql.param(some.map(({ trigrams }) => trigrams))}::text[])
             with ordinality as made (title, trigrams, at)`)
  }
  await server.owner.db.execute(sql`analyze questions`) // who serves may not: PostgreSQL warns and skips
  const middle = await server.db.execute<{ id: string }>(sql`
    select id from questions where course_id = ${course.id} order by asked_at offset 5000 limit 1`)
  const cursor = middle.rows[0]!.id
  const readBlocks = async (condition: ReturnType<typeof sql>, order = 'desc') => {
    const { rows } = await server.db.execute<{
      'QUERY PLAN': { Plan: Record<string, number> }[]
    }>(sql`
      explain (analyze, buffers, format json)
      select * from questions where ${condition}
       order by asked_at ${sql.raw(order)}, id ${sql.raw(order)} limit 21`)
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
  }
  const behind = sql`(asked_at, id) < ((select asked_at from questions where id = ${cursor}), ${cursor}::uuid)`
  const seen = sql`hidden_because is null`

  expect(await readBlocks(sql`course_id = ${course.id} and ${seen} and ${behind}`)).toBeLessThan(60)
  expect(
    await readBlocks(sql`video_id = ${course.videoIds[0]!} and ${seen} and ${behind}`),
  ).toBeLessThan(60)
  expect(
    await readBlocks(sql`learner_id = ${reader.id} and course_id = ${course.id} and ${behind}`),
  ).toBeLessThan(60)
  expect(
    await readBlocks(sql`answers = 0 and solved_at is null and hidden_because is null`, 'asc'),
  ).toBeLessThan(60)
  const similar = await list(reader, course, { similar_to: 'how does export of lesson 4242 work' })
  expect(similar.questions).toHaveLength(5)
})
