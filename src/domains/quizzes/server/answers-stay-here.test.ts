import { afterAll, expect, test } from 'vitest'
import { makeAdmin } from '../../../../tests/support/factories.ts'
import {
  asTaker,
  makeOwner,
  makeQuizCourse,
  putQuiz,
} from '../../../../tests/support/quiz-course.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { openLanguages } from '../../../platform/languages/open-languages.ts'
import { quiz as quizSchema } from '../quiz.ts'

const server = await startTestServer({
  pages: true,
  env: { PUBLIC_URL: 'http://127.0.0.1:9' },
  languages: await openLanguages(50),
})
afterAll(() => server.close())

const secrets = ['SECRETexplanation', 'SECRETform', '31415926.5', '27182818', 'is_right', 'is_true']

test('nothing that tells what is right leaves the academy before a try was handed in', async () => {
  const admin = await makeAdmin(server.db)
  const course = await makeQuizCourse(server)
  await putQuiz(
    server,
    admin,
    course,
    quizSchema.parse({
      tries: 2,
      questions: [
        {
          kind: 'single',
          text: 'ASKED',
          explanation: 'SECRETexplanation',
          leads_to_second: 27_182,
          options: [{ text: 'a', is_right: true }, { text: 'b' }],
        },
        { kind: 'number', text: 'Number', value: 31_415_926.5, tolerance: 27_182_818 },
        { kind: 'short_text', text: 'Text', accepted: ['SECRETform'] },
        { kind: 'true_false', text: 'True', is_true: false },
      ],
    }),
  )
  const learner = await makeOwner(server, course)
  const taker = asTaker(server, learner, course)
  const { id } = await taker.start()
  const [lesson = ''] = course.videoIds
  const api = [
    '/api/courses',
    `/api/courses/${course.id}`,
    `/api/courses/${course.id}/progress`,
    `/api/courses/${course.id}/quizzes`,
    `/api/courses/${course.id}/videos/${lesson}/quiz`,
    '/api/my-courses',
    '/api/account/data',
  ]
  const pages = ['/', '/courses', `/courses/${course.id}`, `/courses/${course.id}.data`]
  const calls = [...api, ...pages, '/courses.data', '/sitemap.xml', '/llms.txt'].flatMap((path) =>
    [null, learner.token].map(async (token) => {
      const headers =
        token === null ? {} : { authorization: `Bearer ${token}`, cookie: `session=${token}` }
      const answer = await fetch(server.baseUrl + path, { headers })
      return { path, status: answer.status, text: await answer.text() }
    }),
  )
  const path = `/api/courses/${course.id}/videos/${lesson}/quiz/attempts`
  const headers = { authorization: `Bearer ${learner.token}` }
  const begun = await fetch(server.baseUrl + path, { method: 'POST', headers })
  const answers = [
    ...(await Promise.all(calls)),
    { path, status: begun.status, text: await begun.text() },
  ]

  const told = answers.flatMap((answer) =>
    secrets.filter((secret) => answer.text.includes(secret)).map((secret) => [answer.path, secret]),
  )
  expect(told).toEqual([])
  expect(answers.filter(({ text }) => text.includes('ASKED')).length).toBe(2)
  expect((await taker.submit(id)).last?.questions[0]?.right_answer).toBeNull()
})
