import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeStorage } from '../../../../../tests/support/make-storage.ts'
import {
  clearSession,
  logOut,
  readSession,
  type Session,
  storeSession,
} from '../../../../ui/session.ts'
import { clearPrePayment, savePrePayment } from './pre-payment.ts'
import { restoreSession } from './restore-session.ts'

const minuteInMs = 60_000
const start = Date.parse('2026-11-21T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  openBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a buyer whose session was lost has it again by ?session_id=, once', () => {
  buy(asha)
  loseSession()

  expect(load('?session_id=abc&x=1')).toBe('https://academy.example/course/c1?x=1')
  expect(readSession()).toEqual(asha)
  expect(sessionStorage.length).toBe(0)
})

it('token, user and start time are enough: nothing else has to stand beside them', () => {
  sessionStorage.setItem('pre_payment_token', asha.token)
  sessionStorage.setItem('pre_payment_user', JSON.stringify(asha.user))
  sessionStorage.setItem('pre_payment_started_at', new Date().toISOString())

  load('?session_id=abc')

  expect(readSession()).toEqual(asha)
})

it('nobody is signed in by the address alone', () => {
  load('?session_id=abc')

  expect(readSession()).toBeNull()
})

it.each(['2026-11-21T09:14:59.000Z', '2026-11-21T11:00:00.000Z', 'yesterday', ''])(
  'nobody is signed in from a purchase begun too long ago, or never (%s)',
  (startedAt) => {
    buy(asha)
    loseSession()
    sessionStorage.setItem('pre_payment_started_at', startedAt)

    load('?session_id=abc')

    expect(readSession()).toBeNull()
    expect(sessionStorage.length).toBe(0)
  },
)

it('what was tampered with signs nobody in', () => {
  buy(asha)
  loseSession()
  sessionStorage.setItem('pre_payment_user', '{"id":1}')

  load('?session_id=abc')

  expect(readSession()).toBeNull()
})

// Of no other test: files of one worker share what remembers who has logged out.
const asha = sessionOf('asha, restored')
const people = [asha, sessionOf('bina, restored')]

/** What can happen in a browser of two tabs that several people share, each in one tab. */
const event = fc.record({
  kind: fc.constantFrom(
    'sign_in',
    'log_out',
    'expire',
    'buy',
    'end_purchase',
    'lose_session',
    'load',
    'back',
  ),
  tab: fc.constantFrom(0, 1),
  person: fc.constantFrom(...people),
  minutesBefore: fc.constantFrom(0, 1, 30, 46),
})

/** After these nothing is left in the tab. */
const endings = new Set(['log_out', 'expire', 'end_purchase', 'back'])

it('in every order of events, only who bought in this tab lately and has not left comes back', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 14 }), (events) => {
      const tabs = openBrowser()
      vi.setSystemTime(start)
      /** What each tab may bring back, by the rules in words. */
      const bought: ({ who: Session; at: number } | null)[] = [null, null]
      let signedIn: Session | null = null
      for (const { kind, tab, person, minutesBefore } of events) {
        vi.setSystemTime(Date.now() + minutesBefore * minuteInMs + 1)
        vi.stubGlobal('sessionStorage', tabs[tab])
        const mine = bought[tab]
        if (kind === 'sign_in') {
          if (signedIn !== person) bought[tab] = null
          storeSession(person)
          signedIn = person
        }
        if (kind === 'expire') {
          clearSession()
          signedIn = null
          bought[tab] = null
        }
        if (kind === 'log_out') {
          logOut()
          signedIn = null
          bought.fill(null)
        }
        if (kind === 'buy' && signedIn !== null) {
          savePrePayment(sessionStorage, { session: signedIn, courseId: 'c1', now: new Date() })
          bought[tab] = { who: signedIn, at: Date.now() }
        }
        if (kind === 'end_purchase') {
          clearPrePayment(sessionStorage)
          bought[tab] = null
        }
        if (kind === 'lose_session') {
          loseSession()
          signedIn = null
        }
        if (kind === 'load') load('')
        if (kind === 'back') {
          load('?session_id=x')
          const isLately = mine && Date.now() - mine.at <= 45 * minuteInMs
          signedIn ??= isLately ? mine.who : null
          bought[tab] = null
        }
        expect(readSession()).toEqual(signedIn)
        expect(endings.has(kind) ? sessionStorage.length : 0).toBe(0)
      }
    }),
    { numRuns: 2_000 },
  )
})

function sessionOf(id: string): Session {
  const user = { id, email: `${id}@b.in`, name: id, is_admin: false, purchased_courses: [] }
  return { token: `token of ${id}`, user }
}

/** With two tabs; the first is looked at. */
function openBrowser(): [Storage, Storage] {
  const tabs: [Storage, Storage] = [makeStorage(), makeStorage()]
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', tabs[0])
  return tabs
}

function buy(session: Session): void {
  storeSession(session)
  savePrePayment(sessionStorage, { session, courseId: 'c1', now: new Date() })
}

/** Not by anybody's wish: the browser did not keep it. */
function loseSession(): void {
  localStorage.removeItem('token')
  localStorage.removeItem('user')
}

/** Opens the course's page in the tab; resolves to the address it shows then. */
function load(query: string): string {
  const address = new URL(`https://academy.example/course/c1${query}`)
  let shown = address.href
  const replaceState = (_state: unknown, _title: string, changed: URL) => {
    shown = changed.href
  }
  vi.stubGlobal('history', { state: null, replaceState })
  restoreSession(address)
  return shown
}
