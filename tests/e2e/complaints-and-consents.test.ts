import { makeLearner, makeStaff } from '../support/factories.ts'
import { holdChange } from './support/hold-change.ts'
import { newEmail, signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

async function readMail(academy: Academy, to: string) {
  const answer = await fetch(`${academy.url}/dev/outbox.json?to=${encodeURIComponent(to)}`)
  const mails: { subject: string; text: string }[] = await answer.json()
  return mails
}

async function readLink(academy: Academy, to: string): Promise<string> {
  const [newest] = await readMail(academy, to)
  return /\S+\/admin\/complaint\?\S+/.exec(newest?.text ?? '')?.[0] ?? ''
}

/** Among the first hundred of the staff by name, who can be given a complaint: other tests make many. */
const name = 'Aadya Menon'

test('a visitor complains, hears the number at once, is answered, and opens it again', async ({
  page,
  academy,
}) => {
  const email = newEmail()
  const support = await makeStaff(academy.db, 'support', name)
  let number = ''

  await test.step('complains', async () => {
    await page.goto('/complaint')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('File a complaint')
    await page.getByLabel('What is it about?').selectOption('A certificate')
    await page.getByLabel('Full Name').fill('Vani Iyer')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('What went wrong').fill('My name is wrong.\n<b>Please</b> mend it.')
    await page.getByRole('button', { name: 'File the complaint' }).click()
    const filed = page.getByRole('alert')
    await expect(filed).toContainText('Your complaint was filed.')
    number = /C-\d{4}-\d{6}/.exec((await filed.textContent()) ?? '')?.[0] ?? ''
    const [mail] = await readMail(academy, email)
    expect(mail?.subject).toBe(`Your complaint ${number} was received`)
  })

  await test.step('is answered in the office', async () => {
    await signIn(page, academy, support, '/admin/complaints')
    await page.getByLabel('About').selectOption('A certificate')
    await page.getByRole('link', { name: number }).click()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('<b>Please</b>')
    const answer = page.getByLabel('Answer', { exact: true })
    await answer.fill('Which name is right?')
    await page.getByLabel('What becomes of it').selectOption('Explained, and closed')
    await page.getByLabel('In the hands of').selectOption({ label: name })
    await expect(page.getByText('Given to somebody')).toBeVisible()
    await expect(answer).toHaveValue('Which name is right?')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText(/^A certificate\. Closed/)).toBeVisible()
    await expect(answer).toHaveValue('')
    await expect(page.getByText('The answer is sent.')).toBeVisible()
  })

  await test.step('opens it again by the link of the mail', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(await readLink(academy, email))
    await expect(page.getByText('Which name is right?')).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
    await page.getByLabel('Was it not put right?').fill('Vani, not Wani.')
    await page.getByRole('button', { name: 'Reopen the complaint' }).click()
    await expect(page.getByText('Opened again')).toBeVisible()
    await expect(page.getByText('What you wrote is part of the complaint.')).toBeVisible()
    await expect(page.getByText(/You have an answer by/)).toBeVisible()
  })

  await test.step('and the office has it to do', async () => {
    await signIn(page, academy, support, '/admin/complaints')
    await page.getByLabel('About').selectOption('A certificate')
    await expect(page.getByRole('link', { name: number })).toBeVisible()
  })
})

test('what is being added to a complaint stays when the academy answers meanwhile', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const { id } = await academy.as(learner)('POST /complaints', {
    body: { subject: 'course', words: 'It does not open.' },
  })
  await page.clock.install()
  await signIn(page, academy, learner, `/admin/complaint?id=${id}`)
  const words = page.getByRole('textbox')
  await words.fill('On my phone eith')

  await academy.as(await makeStaff(academy.db, 'support'))('POST /admin/complaints/:id/answer', {
    params: { id },
    body: { revision: 1, words: 'On which device?', outcome: null },
  })
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('On which device?')).toBeVisible()

  await expect(words).toHaveValue('On my phone eith')
  await words.press('End')
  await page.keyboard.type('er.')
  await page.getByRole('button', { name: 'Reopen the complaint' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'On my phone either.' })).toBeVisible()
  await expect(words).toHaveValue('')
})

test('what is added to a complaint while it is filed stays, and is filed with it', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeLearner(academy.db), '/admin/complaint')
  const words = page.getByLabel('What went wrong')
  const file = page.getByRole('button', { name: 'File the complaint' })
  await words.fill('It does not open.')
  const filing = await holdChange(page, '**/api/complaints')
  await file.click()
  await filing.isSent
  await words.fill('It does not open. On my phone.')
  await filing.letGo()
  const filed = page.getByRole('alert')
  await expect(filed).toContainText('Your complaint was filed.')
  const number = /C-\d{4}-\d{6}/.exec((await filed.textContent()) ?? '')?.[0] ?? ''
  await expect(words).toHaveValue('It does not open. On my phone.')

  await file.click()
  await expect(words).toHaveCount(0)
  await expect(filed).toContainText(number)
  await page.getByRole('link', { name: 'See your complaint' }).click()
  await expect(page.getByText('It does not open. On my phone.')).toBeVisible()
})

test('whose hands a complaint is given to stands there at once; a second thought is taken, too', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const first = await makeStaff(academy.db, 'support', name)
  const second = await makeStaff(academy.db, 'support', name)
  const { id } = await academy.as(learner)('POST /complaints', {
    body: { subject: 'course', words: 'It does not open.' },
  })
  await signIn(page, academy, first, `/admin/complaints?complaint=${id}`)
  const hands = page.getByLabel('In the hands of')
  const given = await holdChange(page, '**/assign')
  await hands.selectOption(first.id)
  await given.isSent
  await expect(hands).toHaveValue(first.id)
  await hands.selectOption(second.id)
  await expect(hands).toHaveValue(second.id)
  await given.letGo()

  await expect(page.getByText('Given to somebody')).toHaveCount(2)
  await expect(hands).toHaveValue(second.id)
})

test('a learner says yes to news and no again, and sees both with time and place', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, '/my-courses')
  await page.getByRole('link', { name: 'Your data' }).click()
  const consents = page.getByRole('region', { name: 'What you have agreed to' })
  const news = consents.getByLabel('News from the academy')

  await news.click()
  await expect(consents).toContainText('Yes since')
  await expect(news).toBeChecked()
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/my-mail-consents') && answer.request().method() === 'PUT',
  )
  await news.click()

  await expect(consents).toContainText('No since')
  await saved
  await page.reload()
  await consents.getByText('What you said: News from the academy').click()
  await expect(consents.getByRole('listitem')).toHaveText([
    /: no, in My Account$/,
    /: yes, in My Account$/,
  ])
})

test('choices of mails that are made one upon the other all stay, and one that fails is told', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  const learner = await makeLearner(academy.db)
  await academy.as(learner)('PUT /my-mail-consents', { body: { courses: false, lessons: false } })
  await signIn(page, academy, learner, '/my-courses?tab=privacy')
  let held = Promise.withResolvers<void>()
  await page.route('**/api/my-mail-consents', async (route) => {
    const change: { news?: boolean } = route.request().postDataJSON() ?? {}
    if (route.request().method() === 'PUT') await held.promise
    await (change.news ? route.fulfill({ status: 503 }) : route.continue())
  })
  const consents = page.getByRole('region', { name: 'What you have agreed to' })
  const news = consents.getByLabel('News from the academy')
  const letters = consents.getByLabel('Letters about courses you have')
  const lessons = consents.getByLabel('Mails when lessons open')

  await letters.click()
  await lessons.click()
  await expect(lessons).toBeChecked()
  await expect(letters).toBeChecked()
  await expect(lessons).toBeFocused()
  held.resolve()
  await expect(consents.getByText('Your choice is saved.')).toBeVisible()
  await expect(lessons).toBeChecked()

  held = Promise.withResolvers<void>()
  await news.click()
  await lessons.click()
  await expect(news).toBeChecked()
  held.resolve()
  await expect(consents.getByRole('alert')).toBeVisible()
  await expect(news).not.toBeChecked()
  await expect(lessons).not.toBeChecked()
  await expect(consents.getByText('Your choice is saved.')).toHaveCount(0)
})

test('what is typed about a nominee or a child stays when an answer comes, or news of another tab', async ({
  page,
  academy,
}) => {
  const parent = await makeLearner(academy.db)
  await page.clock.install()
  await signIn(page, academy, parent, '/my-courses?tab=privacy')
  const nominee = page.getByRole('region', { name: 'Who may act for you' })
  await nominee.getByLabel('Their full name').fill('Lata Rao')
  await nominee.getByLabel('Who they are to you').fill('wife')
  await nominee.getByLabel('Their e-mail').fill('lata@example.test')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/my-nominee', async (route) => {
    await held.promise
    await route.continue()
  })
  await nominee.getByRole('button', { name: 'Name this person' }).click()
  await nominee.getByLabel('Their phone').fill('+91 98765 43210')
  held.resolve()
  await expect(nominee.getByText('This person is named.')).toBeVisible()
  await expect(nominee.getByLabel('Their phone')).toHaveValue('+91 98765 43210')

  const children = page.getByRole('region', { name: 'Children' })
  await children.getByText('Add a child', { exact: true }).click()
  await children.getByLabel('The child’s full name').fill('Aarav Nair')
  const [id, password] = [crypto.randomUUID(), 'a long enough one']
  await academy.as(parent)('POST /my-children', {
    body: { id, name: 'Diya Nair', password, confirm_password: password, consents: true },
  })
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(children.getByRole('heading', { name: 'Diya Nair' })).toBeVisible()
  await expect(children.getByLabel('The child’s full name')).toHaveValue('Aarav Nair')
})

test('a parent opens an account for a child, who logs in, until the parent withdraws', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403/)
  const parent = await makeLearner(academy.db)
  const password = 'a long enough one'
  await signIn(page, academy, parent, '/my-courses?tab=privacy')
  const children = page.getByRole('region', { name: 'Children' })

  await children.getByText('Add a child', { exact: true }).click()
  await children.getByLabel('The child’s full name').fill('Aarav Nair')
  await children.getByLabel('Password for the child', { exact: true }).fill(password)
  await children.getByLabel('Confirm Password', { exact: true }).fill(password)
  await children.getByRole('checkbox').check()
  await children.getByRole('button', { name: 'Open the account' }).click()
  const row = children.getByRole('listitem').filter({ hasText: 'Aarav Nair' })
  await expect(children.getByText(/^The account is open\. Log in with \S+@child/)).toBeVisible()
  await expect(children.locator(':focus')).toHaveCount(1)
  const login = /\S+@child\.invalid/.exec((await row.textContent()) ?? '')?.[0] ?? ''

  const logIn = async () => {
    await page.getByLabel('Email').fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await logIn()
  await expect(page.getByRole('link', { name: 'My Courses' }).first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
  // What is refused to a child is not offered.
  await page.goto('/my-courses?tab=details')
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^E-mail$|^Log in with Google$/ })).toHaveCount(0)
  await signIn(page, academy, parent, '/my-courses?tab=privacy')
  await row.getByRole('button', { name: 'Withdraw the consent for Aarav Nair' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(row).toContainText('consent withdrawn on')
  await expect(children.getByText('The consent for Aarav Nair is withdrawn.')).toBeVisible()
  await expect(children.locator(':focus')).toHaveCount(1)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await logIn()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This account is blocked')
})
