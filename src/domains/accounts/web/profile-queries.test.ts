import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeStorage } from '../../../../tests/support/make-storage.ts'
import { readSession, type SessionUser, storeSession } from '../../../ui/session.ts'
import { changeProfile } from './profile-queries.ts'
import { refreshUser } from './queries.ts'

const asha: SessionUser = {
  id: 'asha',
  email: 'asha@example.in',
  name: 'Asha',
  is_admin: false,
  purchased_courses: ['reels'],
}
const ravi = { ...asha, id: 'ravi', email: 'ravi@example.in', name: 'Ravi' }
let answer: (content: unknown) => void

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = (content) => resolve(Response.json(content))
  vi.stubGlobal('fetch', () => promise)
  storeSession({ token: 'hers', user: asha })
})
afterEach(() => vi.unstubAllGlobals())

it('a change of name is seen at once', async () => {
  const changing = changeProfile({ name: 'Asha Verma' })
  answer({ user: { ...asha, name: 'Asha Verma' } })
  await changing

  expect(readSession()?.user.name).toBe('Asha Verma')
})

it('a late answer to a change puts nobody’s account into the session of who logged in meanwhile', async () => {
  const changing = changeProfile({ name: 'Asha Verma' })
  storeSession({ token: 'his', user: ravi })
  answer({ user: { ...asha, name: 'Asha Verma' } })
  await changing

  expect(readSession()).toEqual({ token: 'his', user: ravi })
})

it('a profile that names the courses alone leaves the rest of the person as it was', async () => {
  const refreshing = refreshUser()
  answer({ user: { purchased_courses: ['reels', 'loops'] } })
  await refreshing

  expect(readSession()?.user).toEqual({ ...asha, purchased_courses: ['reels', 'loops'] })
})
