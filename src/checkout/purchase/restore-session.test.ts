import { expect, it } from 'vitest'
import type { Session } from '../../ui/session.ts'
import { restoreSession } from './restore-session.ts'

const user = { id: 'u1', email: 'a@b.in', name: 'Asha', is_admin: false, purchased_courses: [] }
const saved = {
  pre_payment_token: 'tok',
  pre_payment_user: JSON.stringify(user),
  pre_payment_course: 'c1',
  pre_payment_started_at: '2026-11-21T10:00:00.000Z',
  pre_payment_left: 'yes',
}

it('a buyer who comes back from the bank is signed in again, once', () => {
  const page = openPage('https://academy.example/course/c1?session_id=abc&x=1', saved)

  expect(page.sessions).toEqual([{ token: 'tok', user }])
  expect(page.kept.size).toBe(0)
  expect(page.addresses).toEqual(['https://academy.example/course/c1?x=1'])
})

it('nobody is signed in by the address alone', () => {
  const page = openPage('https://academy.example/?session_id=abc', {})

  expect(page.sessions).toEqual([])
})

it('what was saved is left alone without a session_id', () => {
  const page = openPage('https://academy.example/courses', saved)

  expect(page.sessions).toEqual([])
  expect(page.kept.size).toBe(5)
})

it('nobody is signed in whose checkout did not lead away from the page', () => {
  const { pre_payment_left: _, ...stayed } = saved
  const page = openPage('https://academy.example/?session_id=x', stayed)

  expect(page.sessions).toEqual([])
  expect(page.kept.size).toBe(0)
})

it.each(['2026-11-21T09:14:59.000Z', '2026-11-21T11:00:00.000Z', 'yesterday', ''])(
  'nobody is signed in from a purchase begun too long ago, or never (%s)',
  (startedAt) => {
    const page = openPage('https://academy.example/?session_id=x', {
      ...saved,
      pre_payment_started_at: startedAt,
    })

    expect(page.sessions).toEqual([])
    expect(page.kept.size).toBe(0)
  },
)

it('what was tampered with signs nobody in', () => {
  const page = openPage('https://academy.example/?session_id=abc', {
    ...saved,
    pre_payment_user: '{"id":1}',
  })

  expect(page.sessions).toEqual([])
})

function openPage(address: string, stored: Record<string, string>) {
  const kept = new Map(Object.entries(stored))
  const sessions: Session[] = []
  const addresses: string[] = []
  restoreSession({
    address: new URL(address),
    storage: {
      length: kept.size,
      clear: () => kept.clear(),
      key: () => null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value)
      },
      removeItem: (key) => {
        kept.delete(key)
      },
    },
    storeSession: (session) => sessions.push(session),
    replaceAddress: (replaced) => addresses.push(replaced),
    now: new Date('2026-11-21T10:15:00Z'),
  })
  return { kept, sessions, addresses }
}
