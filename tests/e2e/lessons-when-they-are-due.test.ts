import { eq } from 'drizzle-orm'
import { videos } from '../../src/domains/catalogue/server/tables.ts'
import { grantCourse, makeAdmin, makeCourse, makeLearner } from '../support/factories.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('visitors read the plan before they buy, owners when each lesson opens', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('Step by Step'),
    modules: [[shortFilm, shortFilm, shortFilm]],
  })
  const [, second = '', third = ''] = course.videoIds
  const rules = [
    [second, { kind: 'days', days: 7 }],
    [third, { kind: 'after_previous' }],
  ] as const
  for (const [id, opens] of rules) {
    await academy.db.update(videos).set({ opens }).where(eq(videos.id, id))
  }
  await page.goto(`/course/${course.id}`)
  await expect(page.getByText('Opens 7 days after you get the course')).toBeVisible()
  await expect(page.getByText('Lessons open one after the other')).toBeVisible()
  await expect(page.getByText('1 lesson opens at once, 2 more when the plan')).toBeVisible()
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)

  const waiting = page.getByRole('button', { name: /^Video 2 Opens on \w+day/ })
  await expect(waiting).toHaveAttribute('aria-disabled', 'true')
  await waiting.focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 2, name: 'Video 1' })).toBeVisible()
  expect(await listViolations(page)).toEqual([])
  const shots = process.env['SHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}.png`, fullPage: true })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add the plan to my calendar' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('plan.ics')
})

test('a lesson is not opened at once by staff who have typed a day without its time', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('A Week Later'),
    modules: [[shortFilm, shortFilm]],
  })
  const [, second = ''] = course.videoIds
  const opens = { kind: 'days', days: 7 } as const
  await academy.db.update(videos).set({ opens }).where(eq(videos.id, second))
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/openings')) sent.push(request.postData() ?? '')
  })
  await signIn(page, academy, await makeAdmin(academy.db), `/admin/learners?person=${learner.id}`)
  await page.setViewportSize({ width: 320, height: 240 })
  await page.locator('summary', { hasText: 'Lesson by lesson' }).click()
  await page.getByRole('button', { name: /^Open sooner/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Travels next week')
  const opensAt = dialog.getByLabel('Opens at')
  await opensAt.focus()
  await page.keyboard.type('12122099')

  await dialog.getByRole('button', { name: 'Open', exact: true }).click()

  await expect(opensAt).toHaveAccessibleDescription(/Please give a date and a time\./)
  expect(sent).toEqual([])

  // How it went is told in sight, also where it was asked for far below the page's beginning.
  await opensAt.fill('')
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport()
})
