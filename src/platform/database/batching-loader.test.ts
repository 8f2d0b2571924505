import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchingLoader } from './batching-loader.ts'

class BadKey extends Error {}

/** Remembers what was loaded with what, and answers when it is told to. */
function startLoading({ timeoutInMs = 60_000 } = {}) {
  const batches: string[][] = []
  const releases: (() => void)[] = []
  const load = batchingLoader(
    async (keys: string[]) => {
      batches.push(keys)
      await new Promise<void>((resolve) => releases.push(resolve))
      if (keys.includes('away')) throw new Error('away')
      if (keys.includes('bad')) throw new BadKey('bad')
      return keys.map((key) => `${key}!`)
    },
    {
      concurrency: 1,
      maxBatchSize: 3,
      timeoutInMs,
      isFaultOfOneKey: (error) => error instanceof BadKey,
    },
  )
  const answerNext = async (): Promise<void> => {
    releases.shift()?.()
    await delay(0)
  }
  return { load, batches, answerNext }
}

test('a key that comes alone is loaded at once and alone', async () => {
  const { load, batches, answerNext } = startLoading()
  const answer = load('who')

  expect(batches).toEqual([['who']])
  await answerNext()
  expect(await answer).toBe('who!')
})

test('what comes meanwhile is loaded together, in order, and no more than allowed', async () => {
  const { load, batches, answerNext } = startLoading()
  const answers = Promise.all(['first', 'a', 'b', 'c', 'd'].map(load))

  await answerNext()
  await answerNext()
  await answerNext()
  expect(await answers).toEqual(['first!', 'a!', 'b!', 'c!', 'd!'])
  expect(batches).toEqual([['first'], ['a', 'b', 'c'], ['d']])
})

test('nobody waits for long for an answer that does not come', async () => {
  const { load, batches } = startLoading({ timeoutInMs: 5 })
  void load('stuck')
  void load('patient')
  expect(batches).toEqual([['stuck']])

  await expect.poll(() => batches).toEqual([['stuck'], ['patient']])
})

test('however many wait, they do not need anybody new to be loaded', async () => {
  const { load, batches } = startLoading({ timeoutInMs: 5 })
  for (const key of ['stuck', 'a', 'b', 'c', 'd']) void load(key)

  await expect.poll(() => batches).toEqual([['stuck'], ['a', 'b', 'c'], ['d']])
})

test("one bad key does not spoil the others' answers", async () => {
  const { load, answerNext } = startLoading()
  const answers = Promise.allSettled(['first', 'good', 'bad', 'better'].map(load))
  for (let times = 0; times < 5; times += 1) await answerNext()

  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a failure that is nobody’s fault is told to all of them, and the next are loaded again', async () => {
  const { load, batches, answerNext } = startLoading()
  const answers = Promise.allSettled(['first', 'away', 'good'].map(load))
  await answerNext()
  await answerNext()
  const [, away, good] = await answers
  expect([away?.status, good?.status]).toEqual(['rejected', 'rejected'])

  const later = load('later')
  await answerNext()
  expect(await later).toBe('later!')
  expect(batches).toEqual([['first'], ['away', 'good'], ['later']])
})
