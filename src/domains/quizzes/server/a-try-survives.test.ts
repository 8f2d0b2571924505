import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin } from '../../../../tests/support/factories.ts'
import { launchAcademy } from '../../../../tests/support/launch-academy.ts'
import { makeQuiz } from '../../../../tests/support/make-quiz.ts'
import {
  asTaker,
  makeOwner,
  makeQuizCourse,
  putQuiz,
} from '../../../../tests/support/quiz-course.ts'
import { type AskAs, startTestServer } from '../../../../tests/support/start-test-server.ts'
import { createApiClient } from '../../../http/api-client.ts'

const server = await startTestServer()
const dataDir = await mkdtemp(join(tmpdir(), 'academy-quiz-'))
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('kill -9 in the middle of a try takes no answer that was taken, and the try goes on', async () => {
  const course = await makeQuizCourse(server)
  const ids = Array.from({ length: 30 }, (_, at) => `q${at}`)
  const quiz = makeQuiz({
    questions: ids.map((id) => ({
      id,
      kind: 'true_false',
      text: id,
      is_true: true,
      explanation: '',
      leads_to_second: null,
    })),
  })
  await putQuiz(server, await makeAdmin(server.db), course, quiz)
  const learner = await makeOwner(server, course)
  const academy = await launchAcademy({
    LOG_LEVEL: 'fatal',
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: server.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
  })
  const ask = createApiClient({ readToken: () => learner.token, baseUrl: academy.url, fetch })
  const askThere: AskAs = ({ route }, input) => ask(route as never, input as never) // of one endpoint
  const elsewhere = { ...server, as: () => askThere }
  const dying = asTaker(elsewhere, learner, course)
  const { id } = await dying.start()

  const taken: string[] = []
  const begun = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<void>()
  const giving = ids.map(async (question, at) => {
    // Some before, some at the moment it dies, some never.
    if (at >= 5) await begun.promise
    if (at >= 20) await killed.promise
    await dying.give(id, question, true)
    taken.push(question)
    if (taken.length === 5) begun.resolve()
    if (taken.length === 8) await academy.kill().then(killed.resolve)
  })
  const ends = await Promise.allSettled(giving)

  expect(ends.some(({ status }) => status === 'rejected')).toBe(true)
  const survivor = asTaker(server, learner, course)
  const { open } = await survivor.read()
  const kept = open?.questions.filter(({ answer }) => answer === true).map(({ id }) => id) ?? []
  expect(open?.id).toBe(id)
  expect(kept).toEqual(expect.arrayContaining(taken))
  for (const question of ids.filter((one) => !kept.includes(one))) {
    await survivor.give(id, question, true)
  }
  expect((await survivor.submit(id)).last).toMatchObject({ passed: true })
})
