import type { Locator, Page, Route } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { openSession } from '../../src/domains/accounts/server/sessions.ts'
import { codeOf } from '../support/app-codes.ts'
import {
  completeCourse,
  grantCourse,
  type MadeCourse,
  makeLearner,
  type Person,
} from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { expectFocus } from './support/expect-focus.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const password = 'a long enough password'
const passwordHash = await hashPassword(password)

/** By keyboard; the control goes with its own press. */
async function pressAway(page: Page, control: Locator): Promise<void> {
  await control.press('Enter')
  await expect(control).toHaveCount(0)
  await expectFocus(page)
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name }).press('Enter')
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test('of who goes through their account and logs out another device', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  await openSession(academy.db, learner.id)
  await signIn(page, academy, learner, '/my-courses')

  const toNotes = page.getByRole('link', { name: 'Your notes' })
  const inNewTab = page.context().waitForEvent('page')
  await toNotes.press('Control+Enter')
  await (await inNewTab).close()
  await expect(toNotes).toBeFocused()
  await pressAway(page, toNotes)
  await pressAway(page, page.getByRole('link', { name: 'Back to My Courses' }))
  await page.getByRole('link', { name: 'Change name, phone, password or mails' }).press('Enter')
  await pressAway(page, button(page, /^Log out (?!all)/))
})

test('of who names a passkey and removes it', async ({ page, academy, watch }) => {
  watch.allow(/403/)
  let name: string | null = 'Linux'
  let isKnown = false
  let held = Promise.resolve()
  await page.route('**/api/auth/security', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: withPasskey(await answer.json(), name) })
  })
  await page.route('**/api/auth/passkeys/*', async (route: Route) => {
    const isRemoval = route.request().method() === 'DELETE'
    if (isRemoval && !isKnown) {
      isKnown = true
      return route.fulfill({ status: 403, json: { code: 'step_up_needed' } })
    }
    await held
    name = isRemoval ? null : route.request().postDataJSON().name
    const headers = { authorization: route.request().headers()['authorization'] ?? '' }
    const answer = await fetch(`${academy.url}/api/auth/security`, { headers })
    return route.fulfill({ json: withPasskey(await answer.json(), name) })
  })
  const learner = await makeLearner(academy.db, { passwordHash })
  await signIn(page, academy, learner, '/my-courses?tab=details')
  const field = page.getByLabel('Name of the passkey')

  await button(page, 'Rename Linux').press('Enter')
  await expect(field).toBeFocused()
  await button(page, 'Cancel').press('Enter')
  await expect(button(page, 'Rename Linux')).toBeFocused()
  await button(page, 'Rename Linux').press('Enter')
  await field.fill('My phone')
  await field.press('Enter')

  await expect(button(page, 'Rename My phone')).toBeFocused()
  await button(page, 'Rename My phone').press('Enter')
  await field.fill('Her phone')
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  held = promise
  await field.press('Enter')
  const ownName = page.getByLabel('Full Name')
  await ownName.focus() // who goes on elsewhere meanwhile is not taken away from there
  goOn()
  await button(page, 'Rename Her phone').waitFor()
  await expect(ownName).toBeFocused()

  await button(page, 'Remove Her phone').press('Enter')
  await confirm(page, 'Remove')
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(button(page, 'Remove Her phone')).toHaveCount(0)
  await expectFocus(page)
  await page.unrouteAll({ behavior: 'wait' }) // it is read once more
})

test('of who names a passkey anew while others’ answers come', async ({ page, academy }) => {
  const made = { created_at: '2026-11-05T04:05:00.000Z', last_used_at: null }
  let passkeys = [
    { id: '1', name: 'Linux', ...made },
    { id: '2', name: 'Phone', ...made },
  ]
  let held = Promise.withResolvers<void>()
  await page.route('**/api/auth/security', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), passkeys } })
  })
  await page.route('**/api/auth/passkeys/*', async (route: Route) => {
    const id = route.request().url().split('/').at(-1)
    const isRemoval = route.request().method() === 'DELETE'
    await held.promise
    passkeys = passkeys.filter((one) => !isRemoval || one.id !== id)
    if (!isRemoval)
      passkeys = passkeys.map((one) =>
        one.id === id ? { ...one, ...route.request().postDataJSON() } : one,
      )
    const headers = { authorization: route.request().headers()['authorization'] ?? '' }
    const answer = await fetch(`${academy.url}/api/auth/security`, { headers })
    return route.fulfill({ json: { ...((await answer.json()) as object), passkeys } })
  })
  await signIn(page, academy, await makeLearner(academy.db), '/my-courses?tab=details')
  const field = page.getByLabel('Name of the passkey')

  await button(page, 'Rename Phone').press('Enter')
  await field.fill('My phone')
  await field.press('Enter')
  await field.fill('My old phone')
  held.resolve()
  await expect(button(page, 'Save').last()).not.toHaveAttribute('aria-busy')
  await expect(field).toHaveValue('My old phone')

  held = Promise.withResolvers<void>()
  await button(page, 'Remove Linux').press('Enter')
  await confirm(page, 'Remove')
  await field.focus()
  held.resolve()
  await expect(button(page, 'Remove Linux')).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.unrouteAll({ behavior: 'wait' })
})

/** `name`: null once it is removed. */
function withPasskey(security: object, name: string | null): object {
  if (name === null) return security
  const made = { id: '1', name, created_at: '2026-11-05T04:05:00.000Z', last_used_at: null }
  return { ...security, passkeys: [made] }
}

test('of who sets up an app for codes', async ({ page, academy, watch }) => {
  watch.allow(/40[013]/)
  const learner = await makeLearner(academy.db, { passwordHash })
  await signIn(page, academy, learner, '/my-courses?tab=details')

  await button(page, 'Set up an app').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await expectFocus(page)
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(codeOf(secret))
  await pressAway(page, code)
  await pressAway(page, button(page, 'I have kept them'))
})

test('of who reviews a course, or not now', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await completeCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)

  await pressAway(page, button(page, 'Not now'))
  await pressAway(page, button(page, 'Write a review'))
  await pressAway(page, button(page, 'Cancel'))
  await button(page, 'Write a review').press('Enter')
  await page.getByRole('radio', { name: '4 of 5 stars' }).check()
  await pressAway(page, button(page, 'Save'))
  await expect(page.getByRole('status').filter({ hasText: 'Your review is saved.' })).toBeVisible()
  await pressAway(page, button(page, 'Change'))
  await pressAway(page, button(page, 'Cancel'))
  await pressAway(page, button(page, 'Remove'))
})

test('of who reports a question and a review', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  const [writer, reader] = [await makeLearner(academy.db), await makeLearner(academy.db)]
  await completeCourse(academy.db, writer, course)
  await grantCourse(academy.db, reader, course)
  const id = await ask(academy, writer, course)
  await academy.as(writer)('PUT /courses/:course_id/my-review', {
    params: { course_id: course.id },
    body: { stars: 4, words: 'Clear and short.' },
  })

  await signIn(page, academy, reader, `/course/${course.id}?tool=questions&question=${id}`)
  await pressAway(page, button(page, 'Report'))
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
  await pressAway(page, button(page, 'Report'))
})

test('of who removes a question or a note', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  const [learner, other] = [await makeLearner(academy.db), await makeLearner(academy.db)]
  for (const person of [learner, other]) await grantCourse(academy.db, person, course)
  const id = await ask(academy, learner, course)
  await academy.as(other)('POST /questions/:id/answers', {
    params: { id },
    body: { body: 'The one you have.' },
  })
  await writeNote(academy, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions&question=${id}`)

  await button(page, 'Remove').press('Enter')
  await confirm(page, 'Remove')
  await expect(page.getByRole('heading', { name: 'Removed by its writer' })).toBeVisible()
  await expect(button(page, 'Remove')).toHaveCount(0)
  await expectFocus(page)
  await button(page, 'Notes').press('Enter')
  await button(page, /^Delete/).press('Enter')
  await confirm(page, 'Delete')
  await expect(button(page, /^Delete/)).toHaveCount(0)
  await expectFocus(page)
})

async function ask(academy: Academy, learner: Person, course: MadeCourse): Promise<string> {
  const id = crypto.randomUUID()
  const about = { video_id: course.videoIds[0] ?? '', film: null, at_second: null }
  await academy.as(learner)('POST /courses/:course_id/questions', {
    params: { course_id: course.id },
    body: { id, ...about, title: 'Which phone?', body: '' },
  })
  return id
}

async function writeNote(academy: Academy, learner: Person, course: MadeCourse): Promise<void> {
  const about = { course_id: course.id, video_id: course.videoIds[0] ?? '', film: 1, at_second: 3 }
  const revision = crypto.randomUUID()
  await academy.as(learner)('PUT /my-notes/:id', {
    params: { id: crypto.randomUUID() },
    body: { ...about, text: 'Cut on the beat', revision, seen: [], base: '' },
  })
}
