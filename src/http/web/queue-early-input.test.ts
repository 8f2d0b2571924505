import { afterEach, expect, test, vi } from 'vitest'
import { readNext } from '../../domains/accounts/web/where-to-go.ts'
import { takeLoginState } from '../../ui/layout/take-login-state.ts'
import { queueEarlyInput } from './queue-early-input.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page that has not its scripts yet; what it kept when the link to `href` was tapped. */
function tapEarly(
  page: { lang: string; prefix: string; path: string; href: string },
  { isRefused = false } = {},
) {
  const kept = new Map<string, string>()
  class Stored {
    getItem = (name: string) => kept.get(name) ?? null
    setItem = (name: string, value: string) => kept.set(name, value)
    removeItem = (name: string) => kept.delete(name)
  }
  const storage = new Stored() as unknown as Storage // as much of one as is asked
  vi.stubGlobal('Storage', isRefused ? Map : Stored)
  const heard = new Map<string, ((event: object) => void)[]>()
  vi.stubGlobal('document', { createElement: () => ({}), documentElement: { lang: page.lang } })
  vi.stubGlobal('location', new URL(page.path, 'https://academy.test'))
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', (type: string, hear: (event: object) => void) =>
    heard.set(type, [...(heard.get(type) ?? []), hear]),
  )
  queueEarlyInput({ prefix: page.prefix, wait: '' })
  const link = { pathname: page.href, search: '' }
  const target = { closest: (name: string) => (name === 'a' ? link : null) }
  for (const hear of heard.get('click') ?? []) hear({ type: 'click', target })
  return { kept: storage, link }
}

/** What the router finds for the login where the browser stands. */
function arriveAt(path: string, kept: Storage): unknown {
  const history = {
    state: null,
    replaceState: (state: unknown) => Object.assign(history, { state }),
  }
  vi.stubGlobal('window', { location: new URL(path, 'https://academy.test'), history })
  takeLoginState(kept) // the page that was left comes alive once more
  expect(history.state).toBeNull()
  vi.stubGlobal('performance', { timeOrigin: performance.timeOrigin + 1 })
  takeLoginState(kept)
  return history.state
}

test.each([
  { lang: 'en-IN', prefix: '', path: '/course/reels?a=b', href: '/login' },
  { lang: 'hi-IN', prefix: '/hi', path: '/hi/course/reels?a=b', href: '/hi/login' },
])('who taps the login early is back where they were: $path', (page) => {
  const { kept, link } = tapEarly(page)

  expect(arriveAt(page.href, kept)).toEqual({ usr: { next: '/course/reels?a=b' } })
  expect(link.search).toBe('')
})

test('another link keeps nothing', () => {
  const { kept } = tapEarly({ lang: 'hi-IN', prefix: '/hi', path: '/hi', href: '/hi/courses' })

  expect(arriveAt('/hi/login', kept)).toBeNull()
})

test('where nothing can be stored the way back goes along in the address', () => {
  const page = { lang: 'en-IN', prefix: '', path: '/course/reels?a=b', href: '/login' }

  const { link } = tapEarly(page, { isRefused: true })

  expect(readNext({ state: null, search: link.search })).toBe('/course/reels?a=b')
})
