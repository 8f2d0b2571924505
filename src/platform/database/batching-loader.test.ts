import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchingLoader } from './batching-loader.ts'

class BadQuestion extends Error {}

/** Remembers what was asked with what, and answers when it is told to. */
function startAnswering({ timeoutInMs = 60_000 } = {}) {
  const askings: string[][] = []
  const releases: (() => void)[] = []
  const ask = batchingLoader(
    async (questions: string[]) => {
      askings.push(questions)
      await new Promise<void>((resolve) => releases.push(resolve))
      if (questions.includes('away')) throw new Error('away')
      if (questions.includes('bad')) throw new BadQuestion('bad')
      return questions.map((question) => `${question}!`)
    },
    {
      atOnce: 1,
      atMost: 3,
      timeoutInMs,
      isOneQuestions: (error) => error instanceof BadQuestion,
    },
  )
  const answerNext = async (): Promise<void> => {
    releases.shift()?.()
    await delay(0)
  }
  return { ask, askings, answerNext }
}

test('a question that comes alone is asked at once and alone', async () => {
  const { ask, askings, answerNext } = startAnswering()
  const answer = ask('who')

  expect(askings).toEqual([['who']])
  await answerNext()
  expect(await answer).toBe('who!')
})

test('what comes meanwhile is asked together, in order, and no more than allowed', async () => {
  const { ask, askings, answerNext } = startAnswering()
  const answers = Promise.all(['first', 'a', 'b', 'c', 'd'].map(ask))

  await answerNext()
  await answerNext()
  await answerNext()
  expect(await answers).toEqual(['first!', 'a!', 'b!', 'c!', 'd!'])
  expect(askings).toEqual([['first'], ['a', 'b', 'c'], ['d']])
})

test('nobody waits for long for an answer that does not come', async () => {
  const { ask, askings } = startAnswering({ timeoutInMs: 5 })
  void ask('stuck')
  void ask('patient')
  expect(askings).toEqual([['stuck']])

  await expect.poll(() => askings).toEqual([['stuck'], ['patient']])
})

test('however many wait, they do not need anybody new to be asked', async () => {
  const { ask, askings } = startAnswering({ timeoutInMs: 5 })
  for (const question of ['stuck', 'a', 'b', 'c', 'd']) void ask(question)

  await expect.poll(() => askings).toEqual([['stuck'], ['a', 'b', 'c'], ['d']])
})

test("one bad question does not spoil the others' answers", async () => {
  const { ask, answerNext } = startAnswering()
  const answers = Promise.allSettled(['first', 'good', 'bad', 'better'].map(ask))
  for (let times = 0; times < 5; times += 1) await answerNext()

  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a failure that is nobody’s fault is told to all of them, and the next are asked again', async () => {
  const { ask, askings, answerNext } = startAnswering()
  const answers = Promise.allSettled(['first', 'away', 'good'].map(ask))
  await answerNext()
  await answerNext()
  const [, away, good] = await answers
  expect([away?.status, good?.status]).toEqual(['rejected', 'rejected'])

  const later = ask('later')
  await answerNext()
  expect(await later).toBe('later!')
  expect(askings).toEqual([['first'], ['away', 'good'], ['later']])
})
