import type { publish } from '../../src/domains/studio/contract.ts'
import { grantCourse, makeAdmin, makeLearner } from '../support/factories.ts'
import { makeQuiz } from '../support/make-quiz.ts'
import { makeShortCourse } from './support/courses.ts'
import { editDraft } from './support/drafts.ts'
import { signIn } from './support/people.ts'
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
  await publishQuiz(academy, course, 2)
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
  // A busy machine may miss two seconds; a film that goes on by more than three is taken for a jump.
  await page.getByLabel('Speed').selectOption('0.5')
  const asked = page.getByRole('alert').filter({ hasText: 'Here is a quiz' })
  await expect(asked).toBeVisible({ timeout: 30_000 })
  const stopped = await read()
  expect(stopped.isPaused).toBe(true)
  expect(stopped.at).toBeGreaterThanOrEqual(2)
  const list = page.getByRole('region', { name: 'Transcript' })
  await list.getByRole('button', { name: /^Transcript/ }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'QuizAbout what' })).toBeVisible()

  await asked.getByRole('button', { name: 'Take the quiz' }).click()
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

async function publishQuiz(
  academy: Academy,
  course: { id: string },
  second: number | null = null,
): Promise<void> {
  const admin = await makeAdmin(academy.db)
  const revision = await editDraft(academy, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos[0]
    if (!lesson) return
    lesson.quiz = makeQuiz({
      at_second: second,
      questions: [
        {
          kind: 'single',
          text: 'What is a **cut**?',
          explanation: 'From one shot to the next.',
          leads_to_second: 5,
          options: [
            { text: 'A change of picture', is_right: true },
            { text: 'A pause', is_right: false },
          ],
        },
        {
          kind: 'number',
          text: 'Frames in a second of film?',
          explanation: '',
          leads_to_second: null,
          value: 24,
          tolerance: 0,
        },
      ],
    })
  })
  await academy.as(admin)<typeof publish>('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
}
