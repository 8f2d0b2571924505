import type { Page } from '@playwright/test'
import type { Role } from '../../../src/http/rights.ts'
import { type Person, unique } from '../../support/factories.ts'
import type { Academy, Site } from './test.ts'

/** An address that nobody else of the run has. */
export function newEmail(): string {
  return `${unique('visitor')}@example.test`
}

/**
 * Makes this browser remember a person as signed in, and nothing else; then goes to `path`. By way
 * of an address without scripts, in the page itself: the browser's own tools open another window.
 */
export async function signIn(
  page: Page,
  site: Site,
  person: { token: string },
  path?: string,
): Promise<void> {
  const { user } = await site.as(person)('GET /auth/profile', {})
  await page.context().clearCookies()
  await page.goto(`${site.url}/robots.txt`)
  await page.evaluate(remember, { token: person.token, user: JSON.stringify(user) })
  if (path !== undefined) await page.goto(site.url + path)
}

/** In the page. */
function remember(session: { token: string; user: string }): void {
  sessionStorage.clear()
  localStorage.clear()
  localStorage.setItem('token', session.token)
  localStorage.setItem('user', session.user)
}

/** As the login form does it: the session is stored and every part of the page hears of it. */
export async function enterAs(page: Page, person: Person): Promise<void> {
  const { token, ...user } = person
  const session = { token, user: { ...user, is_admin: false, purchased_courses: [] } }
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', JSON.stringify(user))
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  }, session)
}

/** The code in the newest mail to an address: six digits, unless it is known to look otherwise. */
export async function readMailedCode(
  academy: Academy,
  to: string,
  pattern = /^\d{6}$/m,
): Promise<string> {
  const answer = await fetch(`${academy.url}/dev/outbox.json?to=${encodeURIComponent(to)}`)
  const [newest]: { text: string }[] = await answer.json()
  const code = pattern.exec(newest?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code was mailed to ${to}`)
  return code
}

/** Invites somebody new to the staff; resolves to the token in the mailed link. */
export async function inviteToStaff(
  academy: Academy,
  owner: { token: string },
  role: Role = 'support',
): Promise<string> {
  const email = newEmail()
  await academy.as(owner)('POST /admin/staff', { body: { email, role } })
  const answer = await fetch(`${academy.url}/dev/outbox.json?to=${encodeURIComponent(email)}`)
  const [newest]: { text: string }[] = await answer.json()
  const token = /\?token=([\w-]+)/.exec(newest?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No invitation was mailed to ${email}`)
  return token
}
