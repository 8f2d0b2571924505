import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '../../../tests/support/make-storage.ts'
import { tellWhatWasMissed } from './tell-what-was-missed.ts'

class StandInEvent extends Event {
  readonly key: string | null
  constructor(type: string, { key }: { key: string | null }) {
    super(type)
    this.key = key
  }
}

let told: (string | null)[]
let page: EventTarget

beforeEach(() => {
  told = []
  page = new EventTarget()
  page.addEventListener('storage', (event) => told.push((event as StandInEvent).key)) // of no other kind
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('StorageEvent', StandInEvent)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  tellWhatWasMissed()
})
afterEach(() => vi.unstubAllGlobals())

const signIn = (id: string) => localStorage.setItem('user', JSON.stringify({ name: 'A', id }))
const logOut = () => {
  localStorage.setItem('logged_out_at', String(Math.random()))
  localStorage.removeItem('user')
}
const show = (persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

test.each<[string, () => void, string | null]>([
  ['nobody else was there', () => undefined, null],
  ['its person has logged out', logOut, 'logged_out_at'],
  ['somebody else has logged in', () => [logOut(), signIn('ravi')], 'logged_out_at'],
  ['its person is back, and may have written something', () => [logOut(), signIn('asha')], null],
])('a page that was kept aside is told what it missed where %s', (_, meanwhile, key) => {
  signIn('asha')
  page.dispatchEvent(new Event('pagehide'))
  meanwhile()

  show(true)

  expect(told).toEqual([key])
})

test('a page that was loaded has missed nothing', () => {
  show(false)

  expect(told).toEqual([])
})
