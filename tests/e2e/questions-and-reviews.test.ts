import type { Route } from '@playwright/test'
import {
  completeCourse,
  grantCourse,
  makeAdmin,
  makeLearner,
  watchCourse,
} from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { holdChange } from './support/hold-change.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

test('a learner asks beside the lesson, a teacher answers in the office, and the learner reads it there', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const [learner, teacher] = [await makeLearner(academy.db), await makeAdmin(academy.db)]
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)

  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText('Please write your question.')).toBeVisible()
  const title = `Which phone, ${course.title}?`
  await page.getByLabel('Your question').fill(title)
  await page.getByLabel('More about it').fill('For **films**.')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.locator('strong', { hasText: 'films' })).toBeVisible()

  await signIn(page, academy, teacher, '/admin/questions?filter=all')
  await page.getByRole('link', { name: title }).click()
  await page.getByLabel('Your answer').fill('The one you have.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByText('The one you have.')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  await expect(page.getByText('Your answer is there.')).toBeVisible()

  await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
  await page.getByRole('button', { name: title }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The one you have.' })).toContainText(
    'Teacher',
  )
  await page.getByRole('button', { name: 'Mark as solved' }).click()
  await expect(page.getByRole('button', { name: 'Not solved after all' })).toBeVisible()

  // A look at the like of it, which the form offers, takes nothing of what is written.
  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill(title)
  await page.getByLabel('More about it').fill('Words of some length.')
  await page.getByRole('button', { name: title }).click()
  await expect(page.getByText('The one you have.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to what you were writing' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue(title)
  await expect(page.getByLabel('More about it')).toHaveValue('Words of some length.')
  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await page.getByRole('button', { name: title }).click()

  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.press('Enter')
  await expect(page.getByLabel('Your question')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await page.getByLabel('Your question').fill('Which camera?')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Which camera?' })).toBeVisible()
  await expect(edit).toBeFocused()
  await expect(page.getByText('edited', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Removed by its writer' })).toBeVisible()
  await expect(page.getByText('The one you have.')).toBeVisible()

  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill('Is this all?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Ask a question' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Removed by its writer/ })).toHaveCount(1)
})

test('who has completed a course is asked for a review once; it stands on the page with its stars', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const [shy, keen] = [await makeLearner(academy.db), await makeLearner(academy.db)]
  await completeCourse(academy.db, shy, course)
  await completeCourse(academy.db, keen, course)
  const asked = page.getByRole('heading', { name: 'How was this course?' })

  await signIn(page, academy, shy, `/course/${course.id}`)
  await asked.waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(asked).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Write a review' }).waitFor()
  await expect(asked).toHaveCount(0)

  await signIn(page, academy, keen, `/course/${course.id}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: '4 of 5 stars' }).check()
  await page.getByLabel('In your words').fill('Clear and short.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Your review' })).toContainText('Clear and short.')

  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await expect(page.getByText('4.0 of 5, 1 review')).toBeVisible()
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Clear and short.')).toBeVisible()
})

test('a review that is being written stays when its course is completed meanwhile', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await completeCourse(academy.db, learner, course)
  let isAtAThird = true
  await page.route(`**/api/courses/${course.id}/progress`, async (route) => {
    const answer = await route.fetch()
    const progress = await answer.json()
    await route.fulfill({
      json: isAtAThird ? { ...progress, progress: 34, completed: false } : progress,
    })
  })
  await signIn(page, academy, learner, `/course/${course.id}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const words = page.getByLabel('In your words')
  await words.fill('Clear and sh')

  isAtAThird = false
  const askedAnew = page.waitForResponse('**/my-review')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await askedAnew
  await expect(page.getByText('You have completed this course.', { exact: true })).toBeVisible()

  await expect(words).toHaveValue('Clear and sh')
})

test('a question that is being written waits while something else is open beside the film', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill('Which phone?')
  await page.getByLabel('More about it').fill('For films.')

  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).waitFor()
  await page.getByRole('button', { name: 'Questions', exact: true }).click()

  await expect(page.getByLabel('Your question')).toHaveValue('Which phone?')
  await expect(page.getByLabel('More about it')).toHaveValue('For films.')
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.evaluate(beginLater)
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  const isAtSecond = page.getByLabel('It is about the film at 1:15')
  await isAtSecond.uncheck()
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).waitFor()
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await expect(isAtSecond).not.toBeChecked()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Which phone?' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue('')
})

for (const isReopened of [false, true]) {
  const then = isReopened ? ', also in a form that was opened anew' : ''
  test(`what is added to a question while it is on its way is asked as another${then}`, async ({
    page,
    academy,
  }) => {
    const course = await makeShortCourse(academy)
    const learner = await makeLearner(academy.db)
    await grantCourse(academy.db, learner, course)
    await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(
      '**/api/courses/*/questions',
      async (route) => {
        await held
        await route.continue()
      },
      { times: 1 },
    )
    const begin = page.getByRole('button', { name: 'Ask a question' })
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    const title = page.getByLabel('Your question')
    await begin.click()
    await title.fill('Which phone?')
    const asked = page.waitForRequest('**/api/courses/*/questions')
    await ask.click()
    await asked
    if (isReopened) {
      await page.getByRole('button', { name: 'Back to the questions' }).click()
      await begin.click()
    }
    await title.fill('Which phone, and which lamp?')

    const answered = page.waitForResponse('**/api/courses/*/questions')
    goOn()
    await answered
    if (!isReopened) {
      await page.getByRole('heading', { name: 'Which phone?' }).waitFor()
      await page.getByRole('button', { name: 'Back to the questions' }).click()
      await begin.click()
    }
    await expect(title).toHaveValue('Which phone, and which lamp?')
    await ask.click()

    await expect(page.getByRole('heading', { name: 'Which phone, and which lamp?' })).toBeVisible()
  })
}

test('what is added to an answer while it is on its way is not taken away', async ({
  page,
  academy,
}) => {
  const { course, learner, id } = await makeQuestion(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions&question=${id}`)
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/questions/*/answers', async (route) => {
    await held
    await route.continue()
  })
  const field = page.getByLabel('Your answer')
  await field.fill('The old one.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await field.press('End')
  await page.keyboard.type(' Or the new one.')

  goOn()
  await expect(page.getByRole('listitem').filter({ hasText: 'The old one.' })).toBeVisible()

  await expect(field).toHaveValue('The old one. Or the new one.')
})

test('an answer that arrived unheard is sent with other words as another; what is being written waits', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const { course, learner, id } = await makeQuestion(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions&question=${id}`)
  await page.route(
    '**/api/questions/*/answers',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const field = page.getByLabel('Your answer')
  const lookElsewhere = async () => {
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await page.getByRole('button', { name: 'Write a note' }).waitFor()
    await page.getByRole('button', { name: 'Questions', exact: true }).click()
  }
  await field.fill('The old one.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await field.fill('The new one.')
  await lookElsewhere()
  await expect(field).toHaveValue('The new one.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()

  const answers = page.getByRole('article').getByRole('listitem')
  await expect(answers).toHaveText([/The old one\./, /The new one\./])
  await expect(field).toHaveValue('')

  await answers.last().getByRole('button', { name: 'Edit', exact: true }).click()
  const edited = answers.last().getByLabel('Your answer')
  await edited.fill('The newest one.')
  await lookElsewhere()
  await expect(edited).toHaveValue('The newest one.')
  await answers.last().getByRole('button', { name: 'Cancel' }).click()
  await lookElsewhere()
  await expect(answers.last()).toContainText('The new one.')
})

test('what is typed on while a change of a question is on its way stays, also in a form that was opened anew', async ({
  page,
  academy,
}) => {
  const { course, learner, id } = await makeQuestion(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions&question=${id}`)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const title = page.getByLabel('Your question')
  const first = await holdChange(page, `**/api/questions/${id}`)
  await edit.click()
  await title.fill('Which lens?')
  await save.click()
  await first.isSent
  await title.fill('Which lens, and which lamp?')
  await first.letGo()
  await page.getByRole('heading', { name: 'Which lens?' }).waitFor()
  await expect(title).toHaveValue('Which lens, and which lamp?')

  const second = await holdChange(page, `**/api/questions/${id}`)
  await save.click()
  await second.isSent
  await page.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await title.fill('Which mic?')
  await second.letGo()
  await page.getByRole('heading', { name: 'Which lens, and which lamp?' }).waitFor()
  await expect(title).toHaveValue('Which mic?')
  await save.click()
  await page.getByRole('heading', { name: 'Which mic?' }).waitFor()
  await expect(edit).toBeVisible()
})

test('an answer to a question leaves who reads the like of it meanwhile where they are', async ({
  page,
  academy,
}) => {
  const { course, learner } = await makeQuestion(academy)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions`)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill('Which phone, though?')
  const asked = await holdChange(page, '**/api/courses/*/questions')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await asked.isSent
  await page.getByRole('button', { name: 'Which phone?' }).click()
  await page.getByRole('heading', { name: 'Which phone?' }).waitFor()
  await asked.letGo()

  await page.getByRole('button', { name: 'Back to what you were writing' }).click()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Which phone, though?' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await expect(page.getByRole('button', { name: /^Which phone/ })).toHaveCount(2)
})

test('a review that is being written stays when a “Not now”, or an earlier saving, is answered', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await completeCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  const words = page.getByLabel('In your words')
  const save = page.getByRole('button', { name: 'Save' })
  const dismissal = await holdChange(page, '**/my-review/dismiss')
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: '4 of 5 stars' }).check()
  await words.fill('Clear.')
  await dismissal.letGo()
  await expect(words).toBeFocused()

  const first = await holdChange(page, '**/my-review')
  await save.click()
  await first.isSent
  await words.fill('Clear and short.')
  await first.letGo()
  await expect(save).not.toHaveAttribute('aria-busy')
  await expect(words).toHaveValue('Clear and short.')
  await expect(page.getByText('Your review is saved.')).toHaveCount(0)

  const second = await holdChange(page, '**/my-review')
  await save.click()
  await second.isSent
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  await words.fill('Clear, short and kind.')
  await second.letGo()
  await save.click()
  await expect(page.getByText('Your review is saved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your review' })).toContainText('Clear, short and')
})

test('a removal and a “Not now” that fail are told where one looks', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  const { course, learner, id } = await makeQuestion(academy)
  await watchCourse(academy.db, learner, course)
  const detail = 'Please come back in a minute.'
  const refuse = (route: Route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, json: { code: 'busy', detail } })
  await page.route(/\/api\/(questions\/|.*\/my-review\/dismiss)/, refuse)
  await signIn(page, academy, learner, `/course/${course.id}?tool=questions&question=${id}`)

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toContainText(detail)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible()
})

test('an answer to a review that is being typed outlives its row, and replaces none that was not read', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  const course = await makeShortCourse(academy)
  const [learner, reader] = [await makeLearner(academy.db), await makeLearner(academy.db)]
  const [teacher, colleague] = [await makeAdmin(academy.db), await makeAdmin(academy.db)]
  await completeCourse(academy.db, learner, course)
  const { review } = await academy.as(learner)('PUT /courses/:course_id/my-review', {
    params: { course_id: course.id },
    body: { stars: 2, words: 'Too fast.' },
  })
  const params = { id: review?.id ?? '' }
  await academy.as(reader)('POST /reviews/:id/report', { params })
  await signIn(page, academy, teacher, '/admin/reviews?filter=reported')
  const row = page.getByRole('row').filter({ hasText: course.title })
  const answer = row.getByLabel('Answer for everybody')
  await answer.fill('Half the speed is in the menu.')

  const show = page.getByLabel('Show')
  await show.selectOption({ label: 'All' })
  await expect(show).toHaveValue('all')
  await row.getByLabel('Answer for everybody').waitFor()
  await show.selectOption({ label: 'Reported by readers' })
  await expect(show).toHaveValue('reported')
  await row.getByRole('button', { name: 'Let it stand' }).click()
  await expect(row).toHaveCount(0)
  await show.selectOption({ label: 'Without an answer' })
  await expect(answer).toHaveValue('Half the speed is in the menu.')

  await academy.as(colleague)('PUT /admin/reviews/:id/answer', {
    params,
    body: { words: 'Thank you!' },
  })
  await row.getByRole('button', { name: 'Save the answer' }).click()
  await expect(row.getByRole('alert')).toContainText('Somebody has answered meanwhile.')
  await show.selectOption({ label: 'All' })
  const theirs = row.getByText('Somebody has answered meanwhile: “Thank you!”')
  await theirs.waitFor()
  await expect(answer).toHaveValue('Half the speed is in the menu.')
  await answer.fill('Thank you! Half the speed is in the menu.')
  await row.getByRole('button', { name: 'Save the answer' }).click()
  await expect(theirs).toHaveCount(0)
  await expect(answer).toHaveValue('Thank you! Half the speed is in the menu.')
})

/** In the page: as if the film had run when the question was begun. */
function beginLater(): void {
  for (const [name, kept] of Object.entries(sessionStorage)) {
    if (!name.startsWith('question ')) continue
    sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(kept), second: 75 }))
  }
}

async function makeQuestion(academy: Academy) {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  const id = crypto.randomUUID()
  await academy.as(learner)('POST /courses/:course_id/questions', {
    params: { course_id: course.id },
    body: {
      id,
      video_id: course.videoIds[0] ?? '',
      film: null,
      at_second: null,
      title: 'Which phone?',
      body: '',
    },
  })
  return { course, learner, id }
}
