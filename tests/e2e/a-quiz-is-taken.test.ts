import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { openSession } from '../../src/domains/accounts/server/sessions.ts'
import { courseProgress } from '../../src/domains/learning/server/tables.ts'
import { completeCourse, grantCourse, makeLearner } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { enterAs, signIn } from './support/people.ts'
import { publishQuiz } from './support/publish-quiz.ts'
import { type Academy, expect, test } from './support/test.ts'

test('a quiz is taken by keyboard, survives a reload, and leads to what explains it', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await publishQuiz(academy, course)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}?tool=quiz`)

  await page.getByRole('button', { name: 'Start the quiz' }).press('Enter')
  const first = page.getByRole('group', { name: 'What is a cut?' })
  await first.getByRole('radio', { name: 'A pause' }).press('Space')
  const kept = page.waitForResponse((answer) => answer.url().includes('/answers/'))
  await page.getByRole('textbox', { name: 'Your answer' }).fill('24')
  await page.keyboard.press('Enter') // hands nothing in
  await kept
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('24')
  await expect(first.getByRole('radio', { name: 'A pause' })).toBeChecked()
  await page.getByRole('button', { name: 'Hand in' }).press('Enter')

  await expect(page.getByRole('alert')).toHaveText('Not passed this time.')
  await expect(page.getByText('From one shot to the next.')).toBeVisible()
  await page.getByRole('button', { name: 'See it explained at 0:05' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Video: Video 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Try again' }).click()
  await first.getByRole('radio', { name: 'A change of picture' }).check()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('२४')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('You have passed.')).toBeVisible()
})

test('a quiz at a second stops the film there and stands in its list; the film goes on after', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await publishQuiz(academy, course, { at_second: 6 })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  const film = page.locator('video')
  const read = () =>
    film.evaluate((element: HTMLVideoElement) => ({
      isPaused: element.paused,
      at: element.currentTime,
    }))
  const quiz = page.getByRole('button', { name: 'Quiz', exact: true })
  await quiz.waitFor()

  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(async () => (await read()).at, { timeout: 30_000 }).toBeGreaterThan(0.2)
  // However long a busy machine takes until the screen is filled, the quiz is still to come.
  await film.evaluate((element: HTMLVideoElement) => {
    element.pause()
    element.currentTime = 4.5
  })
  await page.keyboard.press('f')
  const isFilled = () => page.evaluate(() => document.fullscreenElement !== null)
  await expect.poll(isFilled).toBe(true)
  await film.evaluate((element: HTMLVideoElement) => element.play())
  // A slow phone stands still for seconds while the film plays on.
  await page.evaluate(() => {
    const end = performance.now() + 4_500
    while (performance.now() < end);
  })
  const asked = page.getByRole('alert').filter({ hasText: 'Here is a quiz' })
  await expect(asked).toBeVisible({ timeout: 30_000 })
  // It stands beside the film, where nobody looks whose screen that fills.
  await expect.poll(isFilled).toBe(false)
  await expect(asked).toBeFocused()
  const stopped = await read()
  expect(stopped.isPaused).toBe(true)
  expect(stopped.at).toBeGreaterThanOrEqual(6)
  const list = page.getByRole('region', { name: 'Transcript' })
  await list.getByRole('button', { name: /^Transcript/ }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'QuizAbout what' })).toBeVisible()

  await asked.getByRole('button', { name: 'Take the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Quiz', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  const first = page.getByRole('group', { name: 'What is a cut?' })
  await first.getByRole('radio', { name: 'A change of picture' }).check()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('24')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('You have passed.')).toBeVisible()
  expect((await read()).isPaused).toBe(true)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect
    .poll(async () => (await read()).at, { timeout: 30_000 })
    .toBeGreaterThan(stopped.at + 1)
  await expect(asked).toHaveCount(0)
})

test('an order that was put stays when the panel is left and opened again', async ({
  page,
  academy,
}) => {
  await openOrderQuiz(page, academy)
  const sorted = await moveFirstDown(page)

  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).waitFor()
  await page.getByRole('button', { name: 'Quiz', exact: true }).click()

  await expect(items(page).first()).toContainText(sorted[0])
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText(`Your answer: ${sorted.join(' → ')}`)).toBeVisible()
})

test('an order is put by keys alone, from one end to the other, without losing one’s place', async ({
  page,
  academy,
}) => {
  await openOrderQuiz(page, academy)
  const move = (way: string) => page.getByRole('button', { name: `Move “Script” ${way}` })

  for (const [way, end] of [
    ['down', 2],
    ['up', 0],
  ] as const) {
    await move(way).focus()
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('Enter')
      await expect(move(way)).toBeFocused()
    }
    await expect(items(page).nth(end)).toContainText('Script')
    await expect(move(way)).toHaveAttribute('aria-disabled', 'true')
  }
})

test('an order that was put on one device is handed in from another that has shown it unsorted', async ({
  page,
  academy,
  browser,
}) => {
  const { course, learner } = await makeOrderQuiz(academy)
  await academy.as(learner)('POST /courses/:course_id/videos/:video_id/quiz/attempts', {
    params: { course_id: course.id, video_id: course.videoIds[0] ?? '' },
  })
  const elsewhere = await browser.newPage({ baseURL: academy.url })
  await signIn(elsewhere, academy, learner, `/course/${course.id}?tool=quiz`)
  await items(elsewhere).first().waitFor()
  await signIn(page, academy, learner, `/course/${course.id}?tool=quiz`)
  const sorted = await moveFirstDown(page)

  await elsewhere.getByRole('button', { name: 'Hand in' }).click()

  await expect(elsewhere.getByText(`Your answer: ${sorted.join(' → ')}`)).toBeVisible()
  await elsewhere.close()
})

test('an answer waits for its learner when the session has ended, and for nobody else', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401|404/)
  const { course, learner } = await openTextQuiz(page, academy)
  const other = await makeLearner(academy.db)
  await grantCourse(academy.db, other, course)
  await academy.db.execute(sql`delete from sessions where user_id = ${learner.id}`)

  await page.getByRole('textbox', { name: 'Your answer' }).fill('24')
  await expect(page.getByText('Your answers are kept on this device')).toBeVisible()
  await enterAs(page, other)
  await page.getByRole('button', { name: 'Start the quiz' }).waitFor()
  const kept = page.waitForResponse((answer) => answer.url().includes('/answers/') && answer.ok())
  await enterAs(page, { ...learner, token: await openSession(academy.db, learner.id) })

  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('24')
  await kept
  await expect.poll(() => page.evaluate(listUnsent)).toEqual([])
})

test('an answer that a proxy refused waits, and a log-out forgets it', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403/)
  await openTextQuiz(page, academy)
  await page.route('**/answers/*', (route) => route.fulfill({ status: 403, body: 'Blocked' }))

  await page.getByRole('textbox', { name: 'Your answer' }).fill('24')
  await expect(page.getByText('Your answers are kept on this device')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('24')
  await page.getByRole('button', { name: 'Logout' }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => page.evaluate(listUnsent)).toEqual([])
})

test('who has played every film and passed no quiz is told what is left, and led there, wherever they ask', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403/)
  const course = await makeShortCourse(academy)
  await publishQuiz(academy, course, { counts_for_completion: true })
  const learner = await makeLearner(academy.db)
  await completeCourse(academy.db, learner, course)
  await academy.db
    .update(courseProgress)
    .set({ completedAt: null })
    .where(eq(courseProgress.learnerId, learner.id))

  await signIn(page, academy, learner, `/certificate/${course.id}`)
  await expect(page.getByText('1 quiz is left to pass.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the quiz' }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).waitFor()
  await expect(page.getByText('Every lesson is complete. 1 quiz is left to pass.')).toBeVisible()
  await expect(page.getByText('every quiz that counts is passed')).toBeVisible()
  await page.getByRole('button', { name: 'Quiz', exact: true }).click()
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  const lastFilm = page.locator('video')
  const isReady = () => lastFilm.evaluate((film: HTMLVideoElement) => film.readyState > 0)
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
  await lastFilm.evaluate((film: HTMLVideoElement) => {
    film.currentTime = film.duration
  })
  const after = page.getByText('That was the last lesson. 1 quiz is left to pass.')
  await expect(after).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Go to the quiz' }).last().click()

  await expect(page.getByRole('heading', { name: 'Quiz', exact: true })).toBeFocused()
})

async function makeOrderQuiz(academy: Academy) {
  const course = await makeShortCourse(academy)
  await publishQuiz(academy, course, {
    questions: [
      {
        id: 'order',
        kind: 'order',
        text: 'What comes first?',
        explanation: '',
        leads_to_second: null,
        items: ['Script', 'Shoot', 'Edit'],
      },
    ],
  })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  return { course, learner }
}

async function openOrderQuiz(page: Page, academy: Academy) {
  const { course, learner } = await makeOrderQuiz(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=quiz`)
  await page.getByRole('button', { name: 'Start the quiz' }).click()
}

async function openTextQuiz(page: Page, academy: Academy) {
  const course = await makeShortCourse(academy)
  await publishQuiz(academy, course)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}?tool=quiz`)
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await page.getByRole('textbox', { name: 'Your answer' }).waitFor()
  return { course, learner }
}

const items = (page: Page) =>
  page.getByRole('group', { name: 'What comes first?' }).getByRole('listitem')

/** Resolves to the names in their new order, once the academy has them. */
async function moveFirstDown(page: Page): Promise<[string, ...string[]]> {
  await items(page).first().waitFor()
  const names = await items(page).evaluateAll((lines) =>
    lines.map((line) => /(Script|Shoot|Edit)/.exec(line.textContent ?? '')?.[0] ?? ''),
  )
  const [first = '', second = '', ...others] = names
  const kept = page.waitForResponse((answer) => answer.url().includes('/answers/'))
  await page.getByRole('button', { name: `Move “${first}” down` }).click()
  await kept
  return [second, first, ...others]
}

/** In the page. */
function listUnsent(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith('unsent-quiz'))
}
