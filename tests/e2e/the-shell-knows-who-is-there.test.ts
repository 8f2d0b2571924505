import { grantCourse, makeAdmin, makeLearner } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { enterAs, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const publicLinks = ['Home', 'Courses', 'About Us', 'Results']

const lateAnswers = [
  { screen: '/my-courses', call: '**/api/my-courses' },
  { screen: '/payment-success?payment_id=pay_1&course_id=x', call: '**/api/auth/profile' },
]
for (const { screen, call } of lateAnswers) {
  test(`a late answer to a session that has ended does not end the next one (${call})`, async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/401/)
    const next = await makeLearner(academy.db, { name: 'Ravi Iyer' })
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route(
      call,
      async (route) => {
        await held
        await route.fulfill({ status: 401, json: { code: 'not_signed_in' } })
      },
      { times: 1 },
    )
    await signIn(page, academy, await makeLearner(academy.db))
    const asked = page.waitForRequest(call)
    await page.goto(screen)
    await asked
    await enterAs(page, next)

    const late = page.waitForResponse((response) => response.status() === 401)
    answer()
    await late
    await page.getByRole('banner').getByRole('link', { name: 'My Courses' }).click()
    await page.getByRole('link', { name: 'Your notes' }).click()

    await expect(page.getByRole('heading', { name: 'Your notes' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(next.token)
  })
}

test('a page that was kept aside asks for the login when its person has logged out since', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, '/my-courses')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.evaluate((id) => {
    sessionStorage.setItem(`course-draft:${id}`, '{}')
    // What another page has done, of which one that is kept aside hears nothing.
    localStorage.removeItem('token')
    localStorage.removeItem('user')
    localStorage.setItem('logged_out_at', new Date().toISOString())
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, learner.id)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test.describe('the navigation', () => {
  test('offers a visitor the public pages and the login', async ({ page }) => {
    await page.goto('/')

    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')

    await expect(links).toHaveText([...publicLinks, 'Login'])
  })

  test('offers a learner their courses and the way out', async ({ page, academy }) => {
    await signIn(page, academy, await makeLearner(academy.db), '/')

    const main = page.getByRole('navigation', { name: 'Main' })

    await expect(main.getByRole('link')).toHaveText([...publicLinks, 'My Courses'])
    await expect(main.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  test('offers an administrator the dashboard besides', async ({ page, academy }) => {
    await signIn(page, academy, await makeAdmin(academy.db), '/')

    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')

    await expect(links).toHaveText([...publicLinks, 'My Courses', 'Admin'])
  })

  test('marks the page one is on', async ({ page }) => {
    await page.goto('/about')

    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About Us' })

    await expect(link).toHaveAttribute('aria-current', 'page')
  })

  test('who logs out is home, signed out here and at the server', async ({ page, academy }) => {
    const learner = await makeLearner(academy.db)
    await signIn(page, academy, learner, '/my-courses')
    const told = page.waitForResponse('**/api/auth/logout')

    await page.getByRole('button', { name: 'Logout' }).click()

    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
    expect((await told).status()).toBe(200)
    const answer = await fetch(`${academy.url}/api/auth/profile`, {
      headers: { authorization: `Bearer ${learner.token}` },
    })
    expect(answer.status).toBe(401)
  })

  test('logging out works while the server does not answer', async ({ page, academy, watch }) => {
    watch.allow(/auth\/logout/)
    await signIn(page, academy, await makeLearner(academy.db), '/about')
    await page.route('**/api/auth/logout', (route) => route.abort())

    await page.getByRole('button', { name: 'Logout' }).click()

    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test.describe('logging out', () => {
  test('leaves nothing of the person on the device, and all of others', async ({
    page,
    academy,
  }) => {
    const learner = await makeLearner(academy.db)
    const other = await makeLearner(academy.db)
    await signIn(page, academy, learner, '/about')
    await page.evaluate(keepThings, [learner.id, other.id])
    const there = await page.context().newPage()
    await there.goto('/about')
    await expect(there.getByRole('button', { name: 'Logout' })).toBeVisible()
    await there.evaluate(keepThings, [learner.id, other.id])

    await page.getByRole('button', { name: 'Logout' }).click()

    await expect(page).toHaveURL('/')
    await expect(there.getByRole('link', { name: 'Login' })).toBeVisible()
    const kept = ['unsent-progress', 'course-changes', 'course-draft']
    const left = ['logged_out_at', 'theme', ...kept.map((name) => `${name}:${other.id}`)]
    for (const tab of [page, there]) {
      // The other tab hears of it a moment later.
      await expect
        .poll(async () => (await tab.evaluate(readKept)).toSorted())
        .toEqual(left.toSorted())
    }
  })

  test('in the middle of a lesson leaves nothing of it on the device', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/progress/)
    const learner = await makeLearner(academy.db)
    const course = await makeShortCourse(academy)
    await grantCourse(academy.db, learner, course)
    await signIn(page, academy, learner, `/course/${course.id}`)
    await page.route('**/api/courses/*/videos/*/progress', (route) => route.abort())
    await page.getByRole('button', { name: 'Play video: Video 1' }).click()
    const isWaiting = (id: string) => localStorage.getItem(`unsent-progress:${id}`) !== null
    await page.waitForFunction(isWaiting, learner.id)

    await page.getByRole('button', { name: 'Logout' }).click()

    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Play video/ })).toHaveCount(0)
    expect(await page.evaluate(readKept)).toEqual(['logged_out_at'])
  })
})

/** In the page: what the academy's screens keep there, each under its own name. */
function keepThings(ids: string[]): void {
  for (const id of ids) {
    localStorage.setItem(`unsent-progress:${id}`, '{}')
    localStorage.setItem(`course-changes:${id}`, '{}')
    sessionStorage.setItem(`course-draft:${id}`, '{}')
  }
  for (const name of ['speed', 'size', 'transcript']) localStorage.setItem(`player_${name}`, '1')
  localStorage.setItem('theme', 'dark')
  sessionStorage.setItem('pre_payment_token', 'x')
}

function readKept(): string[] {
  return [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
}

test.describe('the mobile menu', { tag: ['@phone', '@phone-only'] }, () => {
  test('keeps the keyboard inside, closes on Escape and gives the focus back', async ({ page }) => {
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()

    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      // The browser's own bar takes its turn between the last control and the first.
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')

    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('leads to a page and is gone there', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).tap()

    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Courses' }).tap()

    await expect(page).toHaveURL('/courses')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  })

  test('stays in sight and can be closed when a tablet is turned', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()

    await page.setViewportSize({ width: 1280, height: 800 })
    await menu.getByRole('button', { name: 'Close menu' }).tap()

    await page.getByRole('banner').getByRole('link', { name: 'Courses' }).tap()
    await expect(page).toHaveURL('/courses')
  })

  test('offers a learner the way out', async ({ page, academy }) => {
    await signIn(page, academy, await makeLearner(academy.db), '/about')
    await page.getByRole('button', { name: 'Open menu' }).tap()

    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).tap()

    await expect(page).toHaveURL('/')
  })
})

test.describe('the footer', () => {
  test('has quick links, support links and contact details, and every link leads somewhere', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')

    await expect(
      footer.getByRole('navigation', { name: 'Quick links' }).getByRole('link'),
    ).toHaveText(['Courses', 'About Us', 'Results', 'My Courses'])
    await expect(footer.getByRole('navigation', { name: 'Support' }).getByRole('link')).toHaveText([
      'Contact',
      'Refund Policy',
      'Terms',
      'Privacy',
    ])
    await expect(footer.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/)
    await expect(footer.getByRole('link', { name: '+91' })).toHaveAttribute('href', /^tel:/)
    for (const link of await footer.getByRole('navigation').getByRole('link').all()) {
      const answer = await request.get((await link.getAttribute('href'))!)
      expect(answer.status()).toBe(200)
    }
  })
})

test.describe('an address that is none', () => {
  test('is a page that says so, with status 404 and ways on', async ({ page, watch }) => {
    watch.allow(/404/)

    for (const path of ['/no-such-page', '/no/such/page']) {
      const answer = await page.goto(path)

      expect(answer?.status()).toBe(404)
      await page.waitForFunction(() => '__reactRouterDataRouter' in window)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    }
    await page.getByRole('main').getByRole('link', { name: 'See the courses' }).click()
    await expect(page).toHaveURL('/courses')
  })
})

test.describe('the theme', () => {
  test('follows the device until somebody chooses, and stays chosen after a reload', async ({
    page,
  }) => {
    const readInk = () => page.evaluate(() => getComputedStyle(document.body).color)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    const light = await readInk()

    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    const dark = await readInk()
    await page.reload()

    expect(dark).not.toBe(light)
    expect(await readInk()).toBe(dark)
  })
})
