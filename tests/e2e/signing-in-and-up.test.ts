import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeAdmin, makeLearner } from '../support/factories.ts'
import { newEmail, readMailedCode, signIn } from './support/people.ts'
import { admin } from './support/running-product.ts'
import { type Academy, expect, test } from './support/test.ts'

const password = 'a long enough password'

test.describe('the login', () => {
  test('lets a learner in, sends them to their courses, and keeps them in after a reload', async ({
    page,
    academy,
  }) => {
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await page.goto('/login')

    await page.getByLabel('Email').fill(` ${learner.email.toUpperCase()} `)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/my-courses')
    const asked = page.waitForRequest('**/api/my-courses')
    await page.reload()

    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    const [token, user] = await page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('user'),
    ])
    expect(JSON.parse(user ?? 'null')).toMatchObject({ id: learner.id, email: learner.email })
    expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`)
    const answer = await fetch(`${academy.url}/api/auth/profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
  })

  test('leads back to where somebody was going', async ({ page, academy }) => {
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await page.goto('/my-courses')
    await expect(page).toHaveURL('/login')

    await page.getByLabel('Email').fill(learner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()

    await expect(page).toHaveURL('/my-courses')
  })

  test('builds the administrator itself when that call answers a token alone', async ({
    page,
    academy,
  }) => {
    const { token } = await makeAdmin(academy.db)
    await page.route('**/api/auth/admin/login', (route) => route.fulfill({ json: { token } }))
    await page.goto('/login')

    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Login' }).click()

    await expect(page).toHaveURL('/admin')
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
    expect(user).toMatchObject({ email: admin.email, is_admin: true })
  })

  test("does not carry the administrator's address in any script", async ({ page, academy }) => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    const isAsked = page.waitForResponse('**/api/settings') // by the scripts of a form that is filled
    await page.goto('/login')
    await page.getByLabel('Email').fill('asha@example.test')
    await isAsked
    expect(scripts.length).toBeGreaterThan(0)

    const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))

    expect(texts.join('\n')).not.toContain(admin.email)
    const settings = await (await fetch(`${academy.url}/api/settings`)).json()
    expect(settings.admin_email_sha256).toBe(
      createHash('sha256')
        .update(settings.admin_email_salt + admin.email)
        .digest('hex'),
    )
  })

  test('says what is wrong with a wrong pair in the words of the server', async ({
    page,
    watch,
  }) => {
    watch.allow(/401/)
    await page.goto('/login')

    await page.getByLabel('Email').fill(newEmail())
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login' }).click()

    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Invalid email or password. Please check your credentials.',
    )
    await expect(page).toHaveURL('/login')
  })

  test('has a sentence for every failure of the server', async ({ page, watch }) => {
    watch.allow(/40[013]|500/)
    await page.goto('/login')
    await page.getByLabel('Email').fill(newEmail())
    await page.getByLabel('Password', { exact: true }).fill(password)
    for (const [status, json, sentence] of [
      [401, {}, 'Invalid email or password. Please check your credentials.'],
      [500, {}, 'Login failed. Please try again.'],
      [400, {}, 'Please check your input and try again.'],
      [403, { detail: 'This account is closed.' }, 'This account is closed.'],
    ] as const) {
      await page.route('**/api/auth/login', (route) => route.fulfill({ status, json }))

      await page.getByRole('button', { name: 'Login' }).click()

      await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence)
    }
  })

  test('asks for both fields before it asks the server', async ({ page }) => {
    await page.goto('/login')
    let isAsked = false
    await page.route(/\/api\/auth\/(admin\/)?login/, (route) => {
      isAsked = true
      return route.abort()
    })

    await page.getByRole('button', { name: 'Login' }).click()

    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    expect(isAsked).toBe(false)
  })
})

test.describe('the sign-up', () => {
  test('ends signed in on the start page, whichever page one came from', async ({
    page,
    academy,
  }) => {
    const email = newEmail()
    await page.goto('/results')
    const login = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Login' })
    await login.click()
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/signup')

    await signUpHere(page, academy, email)

    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  test('goes on to the guarded page that waits', async ({ page, academy }) => {
    const email = newEmail()
    await page.goto('/my-courses?tab=payments')
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()

    await signUpHere(page, academy, email)

    await expect(page).toHaveURL('/my-courses?tab=payments')
  })

  test('takes a pasted code with words around it', async ({ page, academy, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = newEmail()
    await fillSignUp(page, email)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Verification Code')).toBeFocused()
    const code = await readMailedCode(academy, email)
    const { promise: isSeen, resolve: sendOn } = Promise.withResolvers<void>()
    await page.route('**/api/auth/verify', async (route) => {
      await isSeen
      await route.continue()
    })

    await page.evaluate((code) => navigator.clipboard.writeText(`Your code: ${code}.`), code)
    await page.keyboard.press('ControlOrMeta+V')

    await expect(page.getByLabel('Verification Code')).toHaveValue(code)
    sendOn()
    await expect(page).toHaveURL('/') // six digits are sent by themselves
  })

  test('says which code was wrong, and takes six characters at most', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/400/)
    const email = newEmail()
    await fillSignUp(page, email)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Verification Code')).toBeFocused()
    const right = await readMailedCode(academy, email)

    await expect(page.getByLabel('Verification Code')).toHaveAttribute('maxlength', '6')
    const code = page.getByLabel('Verification Code')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/verify', async (route) => {
      await held.promise
      await route.continue()
    })
    await code.fill(right === '000000' ? '000001' : '000000')
    const sent = page.waitForRequest('**/api/auth/verify')
    await page.getByRole('button', { name: 'Verify' }).click()
    await sent
    await code.press('Delete')
    held.resolve()

    await expect(page.getByRole('main').getByRole('alert')).toContainText(/code/i)
    await page.keyboard.press('Delete') // takes away what is marked, if anything is
    await expect(code).toHaveValue(/^\d{4}$/)
    await expect(page).toHaveURL('/signup')
  })

  test('ends with my own password, although a stranger signs up my address while I read my mail', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/400/)
    const email = newEmail()
    await fillSignUp(page, email)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Verification Code')).toBeFocused()
    const mine = await readMailedCode(academy, email)
    const trap = { password: 'a trap of theirs', confirm_password: 'a trap of theirs' }
    await academy.as(null)('POST /auth/signup', {
      body: { ...trap, email, name: 'Meera Nair' },
    })
    const theirs = await readMailedCode(academy, email)

    await page.getByLabel('Verification Code').fill(theirs)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'This code was asked for in another browser. Please use the one you asked for here.',
    )
    await page.getByLabel('Verification Code').fill(mine)
    await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself

    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await academy.as(null)('POST /auth/login', { body: { email, password } })
  })

  test('says a sentence of its own when the verification fails without one', async ({
    page,
    watch,
  }) => {
    watch.allow(/500/)
    await page.route('**/api/auth/verify', (route) => route.fulfill({ status: 500, json: {} }))
    await fillSignUp(page, newEmail())
    await page.getByRole('button', { name: 'Sign Up' }).click()

    await page.getByLabel('Verification Code').fill('123456')
    await page.getByRole('button', { name: 'Verify' }).click()

    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Verification failed. Please check your code and try again.',
    )
  })

  test('leads back from the code to the form, which still holds what was typed', async ({
    page,
  }) => {
    const email = newEmail()
    await fillSignUp(page, email)
    await page.getByRole('button', { name: 'Sign Up' }).click()

    await page.getByRole('link', { name: 'Back to signup' }).click()

    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('refuses passwords that differ', async ({ page }) => {
    await fillSignUp(page, newEmail())
    await page.getByLabel('Confirm Password', { exact: true }).fill('another password')

    await page.getByRole('button', { name: 'Sign Up' }).click()

    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await expect(page.getByLabel('Verification Code')).toBeHidden()
  })

  test('wants all four fields, and an e-mail address that is one', async ({ page }) => {
    await page.goto('/signup')

    await page.getByRole('button', { name: 'Sign Up' }).click()

    for (const label of ['Full Name', 'Email', 'Password']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
    }
    await expect(page.getByLabel('Confirm Password', { exact: true })).toHaveAttribute('required')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  })

  test('has a sentence for every failure of the server', async ({ page, watch }) => {
    watch.allow(/400|429|500/)
    await fillSignUp(page, newEmail())
    for (const [status, json, sentence] of [
      [400, {}, 'Please check your input and try again.'],
      [500, {}, 'Signup failed. Please try again.'],
      [429, { detail: 'Too many tries.' }, 'Too many tries.'],
    ] as const) {
      await page.route('**/api/auth/signup', (route) => route.fulfill({ status, json }))

      await page.getByRole('button', { name: 'Sign Up' }).click()

      await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence)
    }
  })
})

test('who forgot the password chooses a new one by a mailed link, and every old session ends', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await page.getByLabel('Email').fill(learner.email)
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  const mails = await fetch(`${academy.url}/dev/outbox.json?to=${learner.email}`)
  const [mail]: { text: string }[] = await mails.json()

  await page.goto(/http\S+reset-password\S+/.exec(mail!.text)![0])
  await page.getByLabel('New Password', { exact: true }).fill('an even longer password')
  await page.getByLabel(/^Confirm/).fill('an even longer password')
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password', { exact: true }).fill('an even longer password')
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page).toHaveURL('/my-courses')
  const answer = await fetch(`${academy.url}/api/auth/profile`, {
    headers: { authorization: `Bearer ${learner.token}` },
  })
  expect(answer.status).toBe(401)
})

test('a session that ended on the server leads from my courses to the login', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401/)
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, '/about')
  await fetch(`${academy.url}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}` },
  })

  await page.getByRole('link', { name: 'My Courses' }).first().click()

  await expect(page).toHaveURL('/login')
})

async function signUpHere(page: Page, academy: Academy, email: string): Promise<void> {
  await fillSignUpHere(page, email)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Verification Code')).toBeFocused()
  await page.getByLabel('Verification Code').fill(await readMailedCode(academy, email))
  await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await fillSignUpHere(page, email)
}

async function fillSignUpHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Meera Nair')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
}
