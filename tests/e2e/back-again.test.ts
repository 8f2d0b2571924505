import { makeLearner } from '../support/factories.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a learner sets their week by keyboard, finds it again, and ends it by one tap', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, '/my-courses')
  await page.getByRole('link', { name: 'Your week' }).click()
  await expect(page.getByRole('radio', { name: 'Not at all' })).toBeChecked()

  await page.getByRole('checkbox', { name: 'Saturday' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Hour in India').selectOption({ value: '7' })
  await page.getByRole('radio', { name: 'Not at all' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Set my plan' }).press('Enter')
  await expect(page.getByText('Your plan is saved.')).toBeVisible()

  const read = () => academy.as(learner)('GET /my-account/study-plan', {})
  expect((await read()).plan).toMatchObject({
    weekdays: [1, 3, 5, 6],
    hour: 7,
    reminded_by: 'mail',
  })
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Saturday' })).toBeChecked()
  await expect(page.getByText('Nothing played yet today.')).toBeVisible()
  expect(await listViolations(page)).toEqual([])
  const shots = process.env['SHOTS']
  if (shots !== undefined) {
    for (const [width, colorScheme] of [
      [320, 'light'],
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${shots}-${width}.png`, fullPage: true })
    }
  }

  await page.getByRole('button', { name: 'End my plan' }).click()
  await expect(page.getByText('Your plan has ended.')).toBeVisible()
  expect((await read()).plan).toBeNull()
})

test('what is chosen while a plan is being saved is saved, too, and an end comes last', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const plan = { weekdays: [1, 3], hour: 18, minutes: 20, reminded_by: 'none' as const }
  await academy.as(learner)('PUT /my-account/study-plan', { body: plan })
  const read = async () =>
    (await academy.as(learner)('GET /my-account/study-plan', {})).plan?.hour ?? null
  let held = Promise.withResolvers<void>()
  await page.route('**/api/my-account/study-plan', async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  await signIn(page, academy, learner, '/my-courses?tab=plan')
  const save = async (hour: number) => {
    await page.getByLabel('Hour in India').selectOption({ value: `${hour}` })
    await page.getByRole('button', { name: 'Save' }).click()
  }

  await save(19)
  await save(20)
  held.resolve()
  await expect(page.getByText('Your plan is saved.')).toBeVisible()
  expect(await read()).toBe(20)

  held = Promise.withResolvers<void>()
  await save(21)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'End my plan' }).click()
  held.resolve()
  await expect(page.getByText('Your plan has ended.', { exact: false })).toBeVisible()
  await saved
  expect(await read()).toBe(null)
})
