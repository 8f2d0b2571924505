import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeStorage } from '../../tests/support/make-storage.ts'
import {
  hasLoggedOut,
  listenToSession,
  logOut,
  parseSession,
  readSession,
  type Session,
  storeSession,
} from './session.ts'

const page = new EventTarget()
let stopListening: (() => void)[]

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.stubGlobal('window', page)
  // As every part of a page that shows who is signed in does.
  stopListening = [listenToSession(readSession), listenToSession(readSession)]
})
afterEach(() => {
  for (const stop of stopListening) stop()
  vi.unstubAllGlobals()
})

it('who logs out and in again in another tab leaves something here again, and nothing in between', () => {
  storeSession(sessionOf('devi', 'first'))
  expect(hasLoggedOut('devi')).toBe(false)

  hearOf('logged_out_at', 'now')
  expect(hasLoggedOut('devi')).toBe(true)
  hearOf('token', null)
  hearOf('user', null)
  expect(hasLoggedOut('devi')).toBe(true)

  signInElsewhere(sessionOf('devi', 'second'))
  expect(hasLoggedOut('devi')).toBe(false)
})

it('who logged out and in again before this tab heard of it leaves something here again', () => {
  storeSession(sessionOf('devi', 'first'))

  localStorage.setItem('token', 'second')
  hearOf('logged_out_at', 'now')

  expect(readSession()?.token).toBe('second')
  expect(hasLoggedOut('devi')).toBe(false)
})

it('who logged out leaves nothing here when somebody else has logged in', () => {
  storeSession(sessionOf('devi', 'first'))
  logOut()
  storeSession(sessionOf('ravi', 'his'))

  expect(hasLoggedOut('devi')).toBe(true)
  expect(hasLoggedOut('ravi')).toBe(false)
  logOut()
  storeSession(sessionOf('devi', 'second'))
  expect(hasLoggedOut('devi')).toBe(false)
})

it.each([false, true])(
  'who logs out tells the worker of the browser, unless the tab is a look: %s',
  async (isLook) => {
    const postMessage = vi.fn<(message: unknown) => void>()
    const ready = Promise.resolve({ active: { postMessage } })
    vi.stubGlobal('navigator', { serviceWorker: { ready } })
    if (isLook) vi.stubGlobal('localStorage', sessionStorage)
    storeSession(sessionOf('devi', 'first'))

    logOut()
    await ready

    expect(postMessage.mock.calls.map(([message]) => message)).toEqual(isLook ? [] : ['log-out'])
  },
)

it.each([{}, { purchased_courses: null }])(
  'who is stored with %j of their courses is signed in, and owns none',
  (said) => {
    const { token, user } = sessionOf('devi', 'first')
    const { purchased_courses: none, ...stored } = user

    expect(parseSession(token, JSON.stringify({ ...stored, ...said }))).toEqual({
      token,
      user: { ...stored, purchased_courses: none },
    })
  },
)

it.each(['', 'null', '5', '"devi"', '[]', '{}', '{"id":"devi","purchased_courses":[]}'])(
  'nobody is signed in by a user stored as %s',
  (text) => {
    expect(parseSession('first', text)).toBeNull()
  },
)

/** Of somebody whom no other test knows: who has logged out is remembered as long as the module lives. */
function sessionOf(id: string, token: string): Session {
  const user = { id, email: `${id}@b.in`, name: id, is_admin: false, purchased_courses: [] }
  return { token, user }
}

function signInElsewhere({ token, user }: Session): void {
  hearOf('token', token)
  hearOf('user', JSON.stringify(user))
}

/** What another tab has stored, or removed, has happened before its event comes. */
function hearOf(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
}
