import { setImmediate } from 'node:timers/promises'
import { verifySync } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createHashingQueue } from './hashing-queue.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'

test('who signs in does not wait for those who choose a new password', async () => {
  const passwordHash = await hashPassword('mine')
  const done: string[] = []
  const others = Array.from({ length: 12 }, () =>
    hashPassword('theirs').then(() => done.push('new password')),
  )

  const mine = isPasswordRight(passwordHash, 'mine').then(() => done.push('sign-in'))
  await Promise.all([...others, mine])

  expect(done.indexOf('sign-in')).toBeLessThan(9) // in one queue it would come last
})

test('a password is checked beside the server, which goes on with its other work', async () => {
  const passwordHash = await hashPassword('mine')
  const beside = await timeInThread(() => isPasswordRight(passwordHash, 'mine'))

  const within = await timeInThread(() => verifySync(passwordHash, 'mine'))

  expect(beside).toBeLessThan(within / 2)
})

/** Processor time of this thread, in µs, for five times: none passes where a busy machine gives no turn. */
async function timeInThread(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  for (let time = 0; time < 5; time += 1) await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('a hashing queue works in order, so many at once, and turns away who would wait too long', async () => {
  const queue = createHashingQueue({ runningAtOnce: 2, waitingAtMost: 3 })
  const started: number[] = []
  const finishers: (() => void)[] = []
  const work = (number: number) => () => {
    started.push(number)
    return new Promise<void>((resolve) => finishers.push(resolve))
  }

  const five = [1, 2, 3, 4, 5].map((number) => queue(work(number)))
  await expect(queue(work(6))).rejects.toMatchObject({ code: 'too_busy' })
  expect(started).toEqual([1, 2])
  for (let count = 0; count < 5; count += 1) {
    finishers.shift()?.()
    await setImmediate()
  }

  await Promise.all(five)
  expect(started).toEqual([1, 2, 3, 4, 5])
})

test('a failed piece of work lets the next one run', async () => {
  const queue = createHashingQueue({ runningAtOnce: 1, waitingAtMost: 1 })

  const failed = queue(() => Promise.reject(new Error('no')))
  const next = queue(() => Promise.resolve('done'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
