import { setImmediate } from 'node:timers/promises'
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

// A machine that others keep busy may give it few turns once.
test('the server goes on with its other work while a password is checked', {
  retry: 2,
}, async () => {
  const passwordHash = await hashPassword('mine')
  let isChecking = true
  const checked = isPasswordRight(passwordHash, 'mine').finally(() => {
    isChecking = false
  })

  let turns = 0
  for (; isChecking && turns < 100; turns += 1) await setImmediate()

  expect(turns).toBe(100)
  expect(await checked).toBe(true)
})

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
