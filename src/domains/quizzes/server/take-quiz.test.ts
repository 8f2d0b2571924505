import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeLearner, watchCourse } from '../../../../tests/support/factories.ts'
import { makeQuiz } from '../../../../tests/support/make-quiz.ts'
import {
  asTaker,
  makeOwner,
  makeQuizCourse,
  putQuiz,
  republish,
} from '../../../../tests/support/quiz-course.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { exportCourse, getDraft, importCourse } from '../../studio/contract.ts'
import { listQuizzes, readQuizFigures } from '../contract.ts'
import { type Quiz, quiz as quizSchema } from '../quiz.ts'
import { joinQuizzes } from './join-quizzes.ts'
import { quizAttempts } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)

test('a learner takes a quiz, sees what was wrong and where it is explained, and passes', async () => {
  const course = await makeQuizCourse(server)
  const told = await putQuiz(server, admin, course, allKinds())
  expect(told.changes.map(({ text }) => text)).toEqual(['“Video 1” gets a quiz.'])
  const taker = asTaker(server, await makeOwner(server, course), course)

  expect(await taker.read()).toMatchObject({
    question_count: 6,
    pass_mark: 70,
    open: null,
    last: null,
    tries_left: 2,
  })
  const { id, questions } = await taker.start()
  const single = questions.find(({ kind }) => kind === 'single')
  await taker.give(id, 'single', [single?.choices.indexOf('Wrong') ?? -1])
  await taker.give(id, 'number', '1,00,000')
  const failed = await taker.submit(id)

  expect(failed).toMatchObject({ passed_at: null, tries_left: 1, open: null })
  expect(failed.last).toMatchObject({ number: 1, passed: false })
  expect(failed.last?.questions.find(({ id }) => id === 'single')).toMatchObject({
    fraction: 0,
    explanation_html: '<p>Because <strong>so</strong>.</p>',
    leads_to_second: 30,
    right_answer: null,
  })
  expect(failed.last?.questions.find(({ id }) => id === 'number')).toMatchObject({
    fraction: 1,
    leads_to_second: null,
    answer: '1,00,000',
  })

  const second = await taker.start()
  for (const { id: question, kind, choices } of second.questions) {
    const answer = {
      single: [choices.indexOf('Right')],
      several: [choices.indexOf('2'), choices.indexOf('3')],
      true_false: false,
      number: '100001',
      order: ['one', 'two', 'three'].map((item) => choices.indexOf(item)),
      short_text: '  REEL ',
    }[kind]
    await taker.give(second.id, question, answer)
  }
  const passed = await taker.submit(second.id)

  expect(passed.last).toMatchObject({ number: 2, passed: true, score: 100 })
  expect(passed.passed_at).toBeTruthy()
  expect(passed.last?.questions.every((question) => question.right_answer !== null)).toBe(true)
  await expect(taker.start()).rejects.toMatchObject({ status: 409, code: 'quiz_tries_used' })
})

test('an open try is the same again with all its answers, and changes no more once it is handed in', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz())
  const learner = await makeOwner(server, course)
  const taker = asTaker(server, learner, course)
  const first = await taker.start()
  await taker.give(first.id, 'q1', false)
  await taker.give(first.id, 'q1', true)

  const again = await taker.start()
  expect(again.id).toBe(first.id)
  expect(again.questions.map(({ id }) => id)).toEqual(first.questions.map(({ id }) => id))
  expect(again.questions.find(({ id }) => id === 'q1')?.answer).toBe(true)
  expect((await taker.read()).open).toEqual(again)

  const result = await taker.submit(first.id)
  expect(result.last?.score).toBe(50)
  expect(await taker.submit(first.id)).toEqual(result)
  await expect(taker.give(first.id, 'q2', true)).rejects.toMatchObject({
    code: 'attempt_submitted',
  })
  await expect(taker.give(first.id, 'q9', true)).rejects.toMatchObject({ status: 409 })
})

test('an order that was left as it was shown is graded as that, and one that was put as it was put', async () => {
  const course = await makeQuizCourse(server)
  const questions = [
    { id: 'put', kind: 'order', text: 'Sort', items: ['one', 'two', 'three'] },
    { id: 'left', kind: 'order', text: 'Right in any order', items: ['same', 'same'] },
  ]
  await putQuiz(server, admin, course, quizSchema.parse({ questions }))
  const taker = asTaker(server, await makeOwner(server, course), course)
  const { id, questions: shown } = await taker.start()
  const choices = shown.find((question) => question.id === 'put')?.choices ?? []
  const right = ['one', 'two', 'three'].map((item) => choices.indexOf(item))
  await taker.give(id, 'put', right)

  const { last } = await taker.submit(id)

  expect(last?.questions.find((question) => question.id === 'put')).toMatchObject({
    answer: right,
    fraction: 1,
  })
  expect(last?.questions.find((question) => question.id === 'left')).toMatchObject({
    answer: [0, 1],
    fraction: 1,
  })
})

test('nobody touches the try of another, and what fits no question is refused', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz())
  const taker = asTaker(server, await makeOwner(server, course), course)
  const other = asTaker(server, await makeOwner(server, course), course)
  const stranger = asTaker(server, await makeLearner(db), course)
  const { id } = await taker.start()

  await expect(other.give(id, 'q1', true)).rejects.toMatchObject({ code: 'attempt_not_found' })
  await expect(other.submit(id)).rejects.toMatchObject({ code: 'attempt_not_found' })
  await expect(stranger.read()).rejects.toMatchObject({ code: 'course_not_owned' })
  await expect(stranger.start()).rejects.toMatchObject({ code: 'course_not_owned' })
  await expect(taker.give(id, 'q1', 'true')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(taker.give(id, 'q9', true)).rejects.toMatchObject({ code: 'attempt_not_found' })
})

test('a try that is open goes on when another account with tries is joined into its own', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz())
  const learner = await makeOwner(server, course)
  const other = await makeOwner(server, course)
  const taker = asTaker(server, learner, course)
  await taker.take(true)
  const open = await taker.start()
  const otherTaker = asTaker(server, other, course)
  for (const isTrue of [false, false]) await otherTaker.take(isTrue)
  await otherTaker.start()

  await db.transaction((db) => joinQuizzes(db, { fromId: other.id, intoId: learner.id }))

  const again = await taker.start()
  expect(again).toMatchObject({ id: open.id, number: 4 })
  const handedIn = await taker.submit(open.id)
  expect(handedIn).toMatchObject({ tries_used: 4, last: { id: open.id } })
  expect(await taker.start()).toMatchObject({ number: 5 })
})

test('a result tells the pass mark by which its try was judged, whatever it is by now', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz({ pass_mark: 50 }))
  const taker = asTaker(server, await makeOwner(server, course), course)
  const { id } = await taker.start()
  await taker.give(id, 'q1', true)
  await putQuiz(server, admin, course, makeQuiz({ pass_mark: 90 }))

  const { pass_mark, last } = await taker.submit(id)

  expect(last).toMatchObject({ score: 50, pass_mark: 50, passed: true })
  expect(pass_mark).toBe(90)
})

test('fifty starts at once of who has one try left begin one', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz({ tries: 2 }))
  const learner = await makeOwner(server, course)
  const taker = asTaker(server, learner, course)
  await taker.take(false)

  const begun = await Promise.all(Array.from({ length: 50 }, () => taker.start()))

  expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
  const results = await Promise.allSettled(
    begun.flatMap(({ id }) => [taker.submit(id), taker.start()]),
  )
  expect(results.length).toBe(100)
  expect(await db.$count(quizAttempts, eq(quizAttempts.learnerId, learner.id))).toBe(2)
})

test('fifty learners at once, each at the last try, begin one each', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz({ tries: 1 }))
  const learners = await Promise.all(Array.from({ length: 50 }, () => makeOwner(server, course)))

  const outcomes = await Promise.allSettled(
    learners.flatMap((learner) => {
      const taker = asTaker(server, learner, course)
      return [taker.take(true), taker.take(true)]
    }),
  )

  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await db.$count(quizAttempts, eq(quizAttempts.courseId, course.id))).toBe(50)
})

test('a changed question gets another version; the try goes on with its own, and the pass stays', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz())
  const learner = await makeOwner(server, course)
  const taker = asTaker(server, learner, course)
  const { id } = await taker.start()
  await taker.give(id, 'q1', true)

  const changed = await republish(server, admin, course, (draft) => {
    const question = draft.modules[0]?.videos[0]?.quiz?.questions[0]
    if (question?.kind === 'true_false')
      Object.assign(question, { text: 'Another', is_true: false })
  })
  expect(changed.changes.map(({ text }) => text)).toEqual([
    'The quiz of “Video 1” changes. Tries and passes of it are kept.',
  ])
  await taker.give(id, 'q2', true)
  const result = await taker.submit(id)

  expect(result.last).toMatchObject({ passed: true, score: 100 })
  expect(result.last?.questions.find(({ id }) => id === 'q1')?.html).toBe('<p>q1</p>')
  const next = await taker.start()
  expect(next.questions.find(({ id }) => id === 'q1')?.html).toBe('<p>Another</p>')
  expect((await taker.take(true)).passed_at).toBe(result.passed_at)
  await putQuiz(server, admin, course, null)
  await expect(taker.read()).rejects.toMatchObject({ code: 'quiz_not_found' })
  await putQuiz(server, admin, course, makeQuiz())
  expect((await taker.read()).passed_at).toBe(result.passed_at)
})

test.each(['quiz', 'lesson'])(
  'a try whose %s has left the course is told what it came to',
  async (gone) => {
    const course = await makeQuizCourse(server)
    await putQuiz(server, admin, course, makeQuiz())
    const taker = asTaker(server, await makeOwner(server, course), course)
    const { id } = await taker.start()
    await taker.give(id, 'q1', true)
    await republish(server, admin, course, ({ modules: [module] }) => {
      if (gone === 'lesson') module?.videos.shift()
      else if (module?.videos[0]) module.videos[0].quiz = null
    })
    await taker.give(id, 'q2', true)

    const result = await taker.submit(id)

    expect(result.passed_at).toBeTruthy()
    expect(result).toMatchObject({ open: null, last: { passed: true, score: 100 } })
    expect(await taker.submit(id)).toEqual(result)
    await expect(taker.read()).rejects.toMatchObject({ code: 'quiz_not_found' })
  },
)

test('what is new in a completed course is new, and takes nothing away', async () => {
  const course = await makeQuizCourse(server)
  const learner = await makeOwner(server, course)
  await watchCourse(db, learner, course, new Date(Date.now() - 60_000))
  await putQuiz(server, admin, course, makeQuiz({ counts_for_completion: true }))

  expect(await server.as(learner)(listQuizzes, { params: { course_id: course.id } })).toEqual([
    {
      video_id: course.videoIds[0],
      at_second: null,
      question_count: 2,
      counts_for_completion: true,
      passed: false,
      is_new: true,
    },
  ])
})

test('a second of a replaced film is none: the quiz goes to the end of the lesson', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz({ at_second: 20 }))
  const taker = asTaker(server, await makeOwner(server, course), course)
  expect((await taker.read()).at_second).toBe(20)

  await republish(server, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos[0]
    if (lesson) Object.assign(lesson, { url: 'https://videos.example/new.mp4', duration: '9 min' })
  })

  expect((await taker.read()).at_second).toBeNull()
})

test('questions are drawn from the bank, as many as wanted', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, { ...allKinds(), drawn: 3 })
  const taker = asTaker(server, await makeOwner(server, course), course)

  expect((await taker.read()).question_count).toBe(3)
  expect((await taker.start()).questions).toHaveLength(3)
})

test('a quiz that is not whole is not published, and says where', async () => {
  const course = await makeQuizCourse(server)
  const quiz = quizSchema.parse({ questions: [{ kind: 'single', text: 'Why?' }] })

  await expect(putQuiz(server, admin, course, quiz)).rejects.toMatchObject({
    status: 400,
    errors: [
      {
        path: 'course.modules.0.videos.0.quiz.questions.0.options',
        message: 'Please give at least two answers, none of them empty.',
      },
    ],
  })
})

test('teachers see how a question was answered, from five tries on', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, makeQuiz())
  const params = { id: course.id, video_id: course.videoIds[0] ?? '' }
  const figures = () => server.as(admin)(readQuizFigures, { params })
  for (const isTrue of [true, true, false, true]) {
    await asTaker(server, await makeOwner(server, course), course).take(isTrue)
  }
  expect((await figures())[0]).toEqual({
    question_id: 'q1',
    tries: 4,
    share_right: null,
    median_seconds: null,
  })
  await asTaker(server, await makeOwner(server, course), course).take(true)
  expect((await figures())[0]).toMatchObject({ question_id: 'q1', tries: 5, share_right: 0.8 })
})

test('a quiz comes along in the course file', async () => {
  const course = await makeQuizCourse(server)
  await putQuiz(server, admin, course, allKinds())

  const file = await server.as(admin)(exportCourse, { params: { id: course.id } })
  const { id } = await server.as(admin)(importCourse, { body: file })

  const { course: copy } = await server.as(admin)(getDraft, { params: { id } })
  expect(copy.modules?.[0]?.videos?.[0]?.quiz).toEqual(allKinds())
})

function allKinds(): Quiz {
  const explanation = 'Because **so**.'
  const option = (text: string, is_right = false) => ({ text, is_right })
  return quizSchema.parse({
    tries: 2,
    questions: [
      {
        id: 'single',
        kind: 'single',
        text: 'One',
        explanation,
        leads_to_second: 30,
        options: [option('Right', true), option('Wrong'), option('Wrong too')],
      },
      {
        id: 'several',
        kind: 'several',
        text: 'Primes',
        options: [option('2', true), option('3', true), option('4')],
      },
      { id: 'true_false', kind: 'true_false', text: 'Flat', is_true: false },
      {
        id: 'number',
        kind: 'number',
        text: 'A lakh',
        value: 100_000,
        tolerance: 1,
        leads_to_second: 5,
      },
      { id: 'order', kind: 'order', text: 'Sort', items: ['one', 'two', 'three'] },
      { id: 'short', kind: 'short_text', text: 'Short film', accepted: ['reel', 'short'] },
    ],
  })
}
