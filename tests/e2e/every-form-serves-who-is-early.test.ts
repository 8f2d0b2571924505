import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeAdmin, makeCourse } from '../support/factories.ts'
import { runs } from '../support/runs.ts'
import { newTitle } from './support/courses.ts'
import { draw } from './support/draw.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

interface EarlyForm {
  path: string
  fields: [label: string, text: string][]
  box?: string
  button: string
  /** The one call that sends it. */
  sent: { path: string; body: Record<string, unknown> }
}

const password = 'a long enough password'
const forms: EarlyForm[] = [
  {
    path: '/login',
    fields: [
      ['Email', 'asha@example.test'],
      ['Password', password],
    ],
    button: 'Login',
    sent: { path: '/api/auth/login', body: { email: 'asha@example.test', password } },
  },
  {
    path: '/signup',
    fields: [
      ['Full Name', 'Asha Rao'],
      ['Email', 'asha@example.test'],
      ['Password', password],
      ['Confirm Password', password],
    ],
    box: 'Mail me news and offers You can say no',
    button: 'Sign Up',
    sent: {
      path: '/api/auth/signup',
      body: {
        name: 'Asha Rao',
        email: 'asha@example.test',
        password,
        confirm_password: password,
        wants_news: true,
      },
    },
  },
  {
    path: '/forgot-password',
    fields: [['Email', 'asha@example.test']],
    button: 'Send the link',
    sent: { path: '/api/auth/forgot-password', body: { email: 'asha@example.test' } },
  },
  {
    path: '/reset-password?token=from-the-mail',
    fields: [
      ['New Password', password],
      ['Confirm Password', password],
    ],
    button: 'Change password',
    sent: {
      path: '/api/auth/reset-password',
      body: { token: 'from-the-mail', password, confirm_password: password },
    },
  },
]

const presses = {
  // The second at once, not when the page has answered the first.
  Enter: async (page: Page, _name: string, times: number) => {
    await Promise.all(Array.from({ length: times }, () => page.keyboard.press('Enter')))
  },
  // As a finger does, whether the button is ready or not.
  'its button': (page: Page, name: string, times: number) =>
    page.getByRole('button', { name, exact: true }).click({ force: true, clickCount: times }),
}

type Press = keyof typeof presses
type Moment = 'before' | 'meanwhile'

/** Before any script is there, or at any time from the first script to life; by one of the presses. */
function drawMoments(): [Moment, Press][] {
  return Array.from({ length: runs(1) }, () => [
    oneOf<Moment>('before', 'meanwhile'),
    oneOf<Press>('Enter', 'its button'),
  ])
}

for (const form of forms) {
  test(`${form.path} is sent once by Enter or by its button, at whatever moment`, async ({
    page,
  }) => {
    await answerCalls(page)
    const timeToLive = await openSlowly(page, form.path)
    for (const [moment, how] of drawMoments()) {
      await test.step(`${moment}, by ${how}`, async () => {
        await page.goto(form.path, { waitUntil: 'commit' })
        if (form.box) await page.getByRole('checkbox', { name: form.box }).check()
        for (const [label, text] of form.fields) {
          await page.getByLabel(label, { exact: true }).fill(text)
        }
        await pressAt(page, moment, timeToLive, () =>
          presses[how](page, form.button, onceOrTwice()),
        )
        await beginAnswers(page)

        await expect.poll(() => readCalls(page)).not.toEqual([])
        const button = page.getByRole('button', { name: form.button, exact: true })
        await expect(button).not.toHaveAttribute('aria-busy')
        expect(await readCalls(page)).toEqual([form.sent])
      })
    }
  })
}

test('the search is asked once by Enter or by its button, at whatever moment', async ({
  page,
  academy,
}) => {
  const title = newTitle('Early')
  await makeCourse(academy.db, { title })
  const timeToLive = await openSlowly(page, '/courses')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('search=')) asked.push(request.url())
  })
  for (const [moment, how] of drawMoments()) {
    await test.step(`${moment}, by ${how}`, async () => {
      await page.goto('/courses', { waitUntil: 'commit' })
      await page.getByRole('searchbox', { name: 'Search courses' }).fill(title)
      await pressAt(page, moment, timeToLive, () => presses[how](page, 'Search', onceOrTwice()))

      await expect(page.getByRole('status').first()).toContainText(title)
      await expect(page).toHaveTitle(/^Search courses/)
      expect(asked.splice(0)).toHaveLength(1)
    })
  }
})

/** Forms of signed-in pages, which come alive as they appear, while other things still arrive. */
const formsInside: (EarlyForm & { form: string; opener?: string })[] = [
  {
    path: '/my-courses?tab=details',
    form: 'section:has-text("Your details")',
    fields: [
      ['Full Name', 'Asha Rao'],
      ['Phone', '+91 98765 43210'],
    ],
    button: 'Save',
    sent: { path: '/api/auth/profile', body: { name: 'Asha Rao', phone: '+91 98765 43210' } },
  },
  {
    path: '/my-courses?tab=details',
    form: 'section:has(h2:text-is("Password"))',
    fields: [
      ['Current Password', 'the former password'],
      ['New Password', password],
      ['Confirm Password', password],
    ],
    button: 'Change password',
    sent: {
      path: '/api/auth/change-password',
      body: { current_password: 'the former password', password, confirm_password: password },
    },
  },
  {
    path: '/admin/staff',
    form: 'form',
    fields: [['E-mail', 'asha@example.test']],
    button: 'Send the invitation',
    sent: { path: '/api/admin/staff', body: { email: 'asha@example.test', role: 'teacher' } },
  },
  {
    path: '/admin/checklist',
    form: 'section[aria-labelledby=officer]',
    fields: [
      ['Name', 'Asha Rao'],
      ['E-mail', 'asha@example.test'],
      ['Phone', '+91 98765 43210'],
    ],
    button: 'Save',
    sent: {
      path: '/api/admin/grievance-officer',
      body: {
        name: 'Asha Rao',
        email: 'asha@example.test',
        phone: '+91 98765 43210',
        before: null,
      },
    },
  },
  {
    path: '/admin/offers',
    opener: 'New coupon',
    form: 'form[aria-label="New coupon"]',
    fields: [
      ['Code', 'EARLY'],
      ['How much', '10'],
    ],
    button: 'Make the coupon',
    sent: {
      path: '/api/admin/coupons',
      body: { code: 'EARLY', percent_off: 10, course_id: null, first_purchase_only: false },
    },
  },
  {
    path: '/admin/letters',
    form: 'section[aria-labelledby=letter-settings]',
    fields: [['E-mails a minute', '77']],
    button: 'Save the settings',
    sent: {
      path: '/api/admin/letter-settings',
      body: { letters_a_minute: 77 },
    },
  },
]

test('forms of signed-in pages are sent once by Enter or by their button, as soon as they are seen', async ({
  page,
  academy,
}) => {
  const passwordHash = await hashPassword(password)
  await signIn(page, academy, await makeAdmin(academy.db, { passwordHash }))
  await answerCalls(page)
  await openSlowly(page, '/about')
  for (const { path, opener, form, fields, button, sent } of draw(formsInside, 3)) {
    const how = oneOf<Press>('Enter', 'its button')
    await test.step(`${path} ${button}, by ${how}`, async () => {
      await page.goto(path, { waitUntil: 'commit' })
      await beginLife(page)
      if (opener) await page.locator('summary', { hasText: opener }).click()
      const part = page.locator(form).last()
      for (const [label, text] of fields) {
        await part
          .getByLabel(label, { exact: true })
          .or(part.getByLabel(`${label} (optional)`))
          .fill(text)
      }
      await presses[how](page, button, onceOrTwice())
      await beginAnswers(page)

      await expect.poll(() => readCalls(page)).not.toEqual([])
      await expect(part.getByRole('button', { name: button })).not.toHaveAttribute('aria-busy')
      expect(await readCalls(page)).toEqual([sent])
    })
  }
})

test('a second tap counts for nothing before the first can be seen', async ({ page, academy }) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin?tab=payments')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/fix-payment-status')) asked.push(request.method())
  })

  // Others' payments stay as they are.
  await page.route('**/api/admin/fix-payment-status', (route) =>
    route.fulfill({ json: { message: 'Nothing is pending.' } }),
  )
  const button = page.getByRole('button', { name: 'Fix Pending Status' })
  await button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })

  await expect.poll(() => asked).not.toEqual([])
  await expect(button).not.toHaveAttribute('aria-busy')
  expect(asked).toEqual(['POST'])
})

test('what is typed and sent while the last is under way is sent, too', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db))
  await answerCalls(page)
  await page.goto('/admin/checklist')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Asha Rao')

  await name.press('Enter')
  await expect.poll(() => readCalls(page)).toHaveLength(1)
  await name.fill('Meera Iyer')
  await name.press('Enter')
  await beginAnswers(page)

  await expect.poll(() => readCalls(page)).toHaveLength(2)
  expect(await readCalls(page)).toMatchObject([
    { body: { name: 'Asha Rao' } },
    { body: { name: 'Meera Iyer' } },
  ])
})

for (const place of ['learners', 'audit']) {
  test(`a search in /admin/${place} keeps what is typed on after Enter`, async ({
    page,
    academy,
  }) => {
    await signIn(page, academy, await makeAdmin(academy.db), `/admin/${place}`)
    const field = page.getByRole('searchbox')
    await field.fill('nobody')

    await page.keyboard.press('Enter')
    await page.keyboard.type(' at all')

    await expect(page).toHaveURL(/search=nobody$/)
    await expect(field).toHaveValue('nobody at all')
    await expect(field).toBeFocused()
  })
}

const oneOf = <T>(a: T, b: T): T => (Math.random() < 0.5 ? a : b)

const onceOrTwice = (): number => (Math.random() < 0.5 ? 1 : 2)

interface Held {
  /** Lets the page's scripts come. */
  begin: () => void
  /** What was sent to the academy. */
  calls: unknown[]
  /** Lets it be answered. */
  beginAnswers: () => void
}

/**
 * With a processor three times slower, its scripts in the browser's cache, and nothing intercepted, which
 * would switch the cache off. The scripts of each page come once it `begin`s; told is how long they
 * take to bring it to life.
 */
async function openSlowly(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const send = window.fetch.bind(window)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const sendLater = async (url: string | URL, init?: RequestInit) => {
      if (new URL(url, location.href).pathname.startsWith('/assets/')) await begun
      return send(url, init)
    }
    Object.assign(window, { begin, fetch: sendLater })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 3 })
  await page.goto(path)
  await page.getByLabel('Colours').selectOption('Dark')
  const begunAt = performance.now()
  await beginLife(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme')
  return performance.now() - begunAt
}

function beginLife(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as Held).begin()).catch(() => undefined) // gone on
}

async function pressAt(
  page: Page,
  moment: Moment,
  timeToLive: number,
  press: () => Promise<void>,
): Promise<void> {
  if (moment === 'before') await press()
  await beginLife(page)
  if (moment === 'before') return
  const timeInMs = Math.random() * timeToLive
  await new Promise((resolve) => setTimeout(resolve, timeInMs))
  await press()
}

/** Keeps what is posted, and refuses it once it may be answered. */
async function answerCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: unknown[] = []
    const { promise: begun, resolve: beginAnswers } = Promise.withResolvers<void>()
    const send = window.fetch.bind(window)
    const answerCall = async (url: string, init?: { method: string; body: string }) => {
      if (!init || init.method === 'GET') {
        // Other things of the page come sooner or later.
        await new Promise((resolve) => setTimeout(resolve, 300 * Math.random()))
        return send(url, init)
      }
      calls.push({ path: new URL(url, location.href).pathname, body: JSON.parse(init.body) })
      // No network answers between two presses at once, nor between two that the page has kept.
      await begun
      await new Promise((resolve) => setTimeout(resolve, 300))
      const problem = { code: 'our_fault', detail: 'Not now.', status: 500 }
      return Response.json(problem, { status: 500 })
    }
    Object.assign(window, { calls, beginAnswers, fetch: answerCall })
  })
}

function beginAnswers(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as Held).beginAnswers())
}

function readCalls(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as unknown as Held).calls)
}
