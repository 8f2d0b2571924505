import { grantCourse, makeLearner } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { publishQuiz } from './support/publish-quiz.ts'
import { type Academy, expect, test } from './support/test.ts'

const unreachable = 'The academy cannot be reached. Please check your connection.'

test('a quiz says that the academy cannot be reached, and goes on when it is tried again', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { course, learner } = await makeOwnCourse(academy)
  await publishQuiz(academy, course)
  await signIn(page, academy, learner, `/course/${course.id}?tool=quiz`)
  const start = page.getByRole('button', { name: 'Start the quiz' })
  await start.waitFor()

  await context.setOffline(true)
  await start.click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await context.setOffline(false)
  await start.click()
  await page.getByRole('radio', { name: 'A change of picture' }).check()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Your answer' }).fill('24')
  const handIn = page.getByRole('button', { name: 'Hand in' })
  await handIn.click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await context.setOffline(false)
  await handIn.click()

  await expect(page.getByText('You have passed.')).toBeVisible()
})

test('a question and a list say that the academy cannot be reached, and come when it can', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { course, learner } = await makeOwnCourse(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
  await page.getByText('Nobody has asked anything here yet.').waitFor()

  await context.setOffline(true)
  await page.getByLabel('Show').selectOption('What I have asked')
  await expect(page.getByText('The questions cannot be shown right now.')).toBeVisible()
  await context.setOffline(false)
  await page.getByText('You have not asked anything in this course yet.').waitFor()

  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill('Which phone?')
  await context.setOffline(true)
  const ask = page.getByRole('button', { name: 'Ask', exact: true })
  await ask.click()
  await expect(page.getByText(unreachable)).toBeVisible()
  await context.setOffline(false)
  await ask.click()
  await expect(page.getByRole('heading', { name: 'Which phone?' })).toBeVisible()
})

test('an answer that is being written stays when its question cannot be fetched anew', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/questions/)
  const { course, learner } = await makeOwnCourse(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill('Which phone?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByLabel('Your answer').fill('The one you have.')

  let lost = 0
  await page.route('**/api/questions/*', (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    lost += 1
    return route.abort()
  })
  await page.getByRole('button', { name: 'Mark as solved' }).click()
  // The last of its tries.
  await expect.poll(() => lost, { timeout: 60_000 }).toBe(3)
  await page.unroute('**/api/questions/*')
  await page.getByLabel('Your answer').press('End')
  await page.keyboard.type(' Really.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()

  await expect(page.getByText('The one you have. Really.')).toBeVisible()
})

async function makeOwnCourse(academy: Academy) {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  return { course, learner }
}
