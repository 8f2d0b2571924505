import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeStorage } from '../../../../tests/support/make-storage.ts'
import { enterImpersonation } from './enter-impersonation.ts'
import { readImpersonation } from './stored-impersonation.ts'

const goTo = vi.fn<(url: string) => void>()
const hash = '#token=theirs&until=2026-11-20T10:15:00.000Z'
beforeEach(() => {
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.stubGlobal('window', { location: { hash, pathname: '/admin/see-as', replace: goTo } })
})
afterEach(() => {
  goTo.mockReset()
  vi.unstubAllGlobals()
})

it('a look at an account opens the tab', async () => {
  answer({ user: { name: 'Asha' }, is_view: true })

  await enterImpersonation()

  expect(readImpersonation()).toMatchObject({ token: 'theirs', name: 'Asha' })
  expect(goTo).toHaveBeenCalledWith('/my-courses')
})

it.each([
  [{ user: { name: 'Asha' }, is_view: false }, 200],
  [{ code: 'not_signed_in' }, 401],
])('no other session does: %j', async (body, status) => {
  answer(body, status)

  await expect(enterImpersonation()).rejects.toThrow('This look at an account is over.')

  expect(readImpersonation()).toBeNull()
  expect(goTo).not.toHaveBeenCalled()
})

function answer(body: object, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}
