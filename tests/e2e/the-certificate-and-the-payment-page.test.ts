import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dayInIndia } from '../../src/shared/india-time.ts'
import {
  completeCourse,
  grantCourse,
  makeCourse,
  makeLearner,
  watchCourse,
} from '../support/factories.ts'
import { makeShortCourse, shortFilm } from './support/courses.ts'
import { hindi } from './support/hindi.ts'
import { lookAway } from './support/look-away.ts'
import { signIn } from './support/people.ts'
import { buyCourse } from './support/purchases.ts'
import { type Academy, expect, test } from './support/test.ts'
import type { Watch } from './support/watch-context.ts'

async function makeGraduate(academy: Academy) {
  const learner = await makeLearner(academy.db, { name: 'अनन्या शर्मा' })
  const course = await makeShortCourse(academy)
  await completeCourse(academy.db, learner, course, new Date('2026-11-05T20:00:00Z'))
  return { learner, course }
}

/** Whose certificate was issued before. */
async function makeCertified(academy: Academy) {
  const { learner, course } = await makeGraduate(academy)
  await academy.as(learner)('GET /certificate/:course_id', {
    params: { course_id: course.id },
  })
  return { learner, course }
}

interface Looking {
  page: Page
  academy: Academy
  watch: Watch
}

/** For the certificate of a course that nobody has watched. */
async function lookTooEarly({ page, academy, watch }: Looking) {
  watch.allow(/403/)
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/certificate/${course.id}`)
  return { learner, course }
}

test.describe('the certificate', () => {
  test('is issued in the name that its learner has confirmed, and only then', async ({
    page,
    academy,
  }) => {
    const { learner, course } = await makeGraduate(academy)
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/certificate\/[^/]+$/.test(request.url())) asked.push(request.url())
    })
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your certificate will carry this name',
    )
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('अनन्या शर्मा')
    await expect(preview).toContainText(course.title)

    await page.getByLabel('Your Name').fill('www.evil.example')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByLabel('Your Name')).toHaveAccessibleDescription(/without a web address/)
    await page.getByLabel('Your Name').fill('डॉ. अनन्या शर्मा')
    await expect(preview).toContainText('डॉ. अनन्या शर्मा')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Confirm' }).click()

    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByRole('article')).toContainText('डॉ. अनन्या शर्मा')
    const text = await page.getByRole('article').textContent()
    const certificate_id = /KA(?:-[A-Z0-9]{4}){3}/.exec(text ?? '')![0]
    const proof = await academy.as(null)('GET /certificates/:certificate_id', {
      params: { certificate_id },
    })
    expect(proof.user_name).toBe('डॉ. अनन्या शर्मा')
    await page.reload()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  })

  test('is not issued in a name that was corrected while it was on its way', async ({
    page,
    academy,
  }) => {
    const { learner, course } = await makeGraduate(academy)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/auth/profile', async (route) => {
      if (route.request().method() === 'PATCH') await answered
      await route.continue()
    })
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    const confirm = page.getByRole('button', { name: 'Confirm' })
    await page.getByLabel('Your Name').fill('Asha Ram')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await confirm.click()
    await sent

    await page.getByLabel('Your Name').fill('Asha Rao')
    answer()
    await expect(confirm).not.toHaveAttribute('aria-busy')
    await confirm.click()

    await expect(page.getByRole('article')).toContainText('Asha Rao')
    await expect(page.getByText('Congratulations!')).toBeVisible()
  })

  test('asks for no name again once it is there, however late the academy says so', async ({
    page,
    academy,
  }) => {
    const { learner } = await makeGraduate(academy)
    await signIn(page, academy, learner, '/my-courses')
    await page.getByRole('link', { name: 'Get Certificate' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await page.getByRole('link', { name: 'Back to My Courses' }).click()
    await page.route('**/api/certificate/*/preview', () => undefined)

    await page.getByRole('link', { name: 'Get Certificate' }).click()

    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByLabel('Your Name')).toHaveCount(0)
  })

  test('stays, and so does a name that is typed, when the academy does not answer for a moment', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/503/)
    const { learner, course } = await makeGraduate(academy)
    await page.clock.install()
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    const name = page.getByLabel('Your Name')
    await name.fill('डॉ. अनन्या')
    const preview = '**/api/certificate/*/preview'
    const lookAwayInVain = async () => {
      await page.route(preview, (route) => route.fulfill({ status: 503, json: {} }))
      const asked = page.waitForResponse(preview)
      await lookAway(page)
      await (await asked).finished()
      await page.unroute(preview)
      const answered = page.waitForResponse(preview)
      await lookAway(page)
      await answered
    }

    await lookAwayInVain()
    await expect(name).toHaveValue('डॉ. अनन्या')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await lookAwayInVain()

    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page).toHaveURL(`/certificate/${course.id}`)
  })

  test('stays in its language when the answer in another one is lost, and changes at the next try', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/ERR_FAILED|Not loaded: certificate/)
    const { learner, course } = await makeCertified(academy)
    await page.clock.install()
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    const sheet = page.getByRole('article')
    await expect(sheet).toContainText('Certificate of Completion')
    const language = page.getByLabel('Language of the certificate')
    const inHindi = `**/api/certificate/${course.id}?language=hi`
    let losses = 0
    await page.route(inHindi, (route) => {
      losses += 1
      return route.abort()
    })

    await language.selectOption('हिन्दी')
    for (const lostSoFar of [1, 2, 3]) {
      // A busy machine comes to look only after the next try, which follows by itself.
      await expect.poll(() => losses).toBeGreaterThanOrEqual(lostSoFar)
      await page.clock.runFor(5_000)
    }

    await expect(language).toHaveAccessibleDescription('That did not work. Please try again.')
    expect(losses).toBe(3)
    await expect(language).toHaveValue('en')
    await expect(sheet).toContainText('Certificate of Completion')
    await page.unroute(inHindi)
    await language.selectOption('हिन्दी')
    await expect(sheet).toContainText(hindi('Certificate of Completion'))
    await expect(language).toHaveAccessibleDescription('')
  })

  test('leads to my courses once its course is not theirs any more', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/403/)
    const { learner, course } = await makeCertified(academy)
    await page.clock.install()
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await page.route('**/api/certificate/*/preview', (route) =>
      route.fulfill({ status: 403, json: { code: 'course_not_owned' } }),
    )

    await lookAway(page)

    await expect(page).toHaveURL('/my-courses')
    await expect(page.getByRole('alert')).toContainText('Error generating certificate.')
  })

  test('is being generated, then congratulates and shows student, course, day and number', async ({
    page,
    academy,
  }) => {
    const { learner, course } = await makeGraduate(academy)
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/certificate/*', async (route) => {
      await held
      await route.continue()
    })
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Generating your certificate...')).toBeVisible()

    goOn()

    await expect(page.getByText('Congratulations!')).toBeVisible()
    const sheet = page.getByRole('article', { name: 'Certificate of Completion' })
    for (const term of ['Student', 'Course', 'Completion Date', 'Certificate ID']) {
      await expect(sheet.getByText(term, { exact: true })).toBeVisible()
    }
    await expect(sheet).toContainText('अनन्या शर्मा')
    await expect(sheet).toContainText(course.title)
    await expect(sheet).toContainText('6 November 2026') // the day it was in India
    await page.getByRole('link', { name: 'Back to My Courses' }).click()
    await expect(page).toHaveURL('/my-courses')
  })

  test('opens as a PDF in a new tab', async ({ page, academy }) => {
    const { learner, course } = await makeCertified(academy)
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    await page.evaluate(rememberWhatOpens)

    await page.getByRole('button', { name: 'View Certificate' }).click()

    const [type, start] = await page.evaluate(async () => {
      const { opened } = window as unknown as { opened: Blob }
      return [opened.type, (await opened.text()).slice(0, 5)]
    })
    expect([type, start]).toEqual(['application/pdf', '%PDF-'])
  })

  test('is saved under the name that the server gave, else under a name of the brand', async ({
    page,
    academy,
  }) => {
    const { learner, course } = await makeCertified(academy)
    await signIn(page, academy, learner, `/certificate/${course.id}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const saved = await saving
    const answer = await fetch(`${academy.url}/api/certificate/${course.id}`, {
      headers: { authorization: `Bearer ${learner.token}` },
    })
    const { download_filename, pdf_data } = await answer.json()
    expect(saved.suggestedFilename()).toBe(download_filename)
    expect((await readFile(await saved.path())).toString('base64')).toBe(pdf_data)

    await page.route('**/api/certificate/*', async (route) => {
      const certificate = await (await route.fetch()).json()
      await route.fulfill({ json: { ...certificate, download_filename: '' } })
    })
    await page.reload()
    const savingAgain = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()

    expect((await savingAgain).suggestedFilename()).toBe('Kalakriti-Academy-Certificate.pdf')
  })

  test('of a course that is not complete leads to my courses with the reason', async ({
    page,
    academy,
    watch,
  }) => {
    const { course } = await lookTooEarly({ page, academy, watch })

    await expect(page).toHaveURL('/my-courses')
    await expect(page.getByRole('alert')).toHaveText(
      'Error generating certificate. Please ensure you have completed the course.',
    )
    await expect(page.getByText('1 of 1 lesson is left.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the next lesson' }).click()
    await expect(page).toHaveURL(new RegExp(`/course/${course.id}`))
  })

  test('asked for on the course page before the end is told by the certificate, with what is left', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/403/)
    const learner = await makeLearner(academy.db)
    const course = await makeCourse(academy.db, { modules: [[shortFilm, shortFilm]] })
    await grantCourse(academy.db, learner, course)
    await signIn(page, academy, learner, `/course/${course.id}`)
    const asked = page.waitForRequest(`**/api/certificate/${course.id}/preview`)

    await page.getByRole('link', { name: 'Get Certificate' }).click()

    await asked
    await expect(page).toHaveURL('/my-courses')
    await expect(page.getByRole('alert')).toHaveText(
      'Error generating certificate. Please ensure you have completed the course.',
    )
    await expect(page.getByText('2 of 2 lessons are left.')).toBeVisible()
  })

  test('asks for the name also of who looked for it too early', async ({
    page,
    academy,
    watch,
  }) => {
    const { learner, course } = await lookTooEarly({ page, academy, watch })
    await expect(page.getByRole('alert')).toContainText('Error generating certificate.')
    await watchCourse(academy.db, learner, course)

    await page.getByRole('link', { name: 'Get Certificate' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()

    await expect(page.getByText('Congratulations!')).toBeVisible()
  })

  test('is called being generated from the first paint on', async ({ page, academy }) => {
    const { learner, course } = await makeCertified(academy)
    const html = await (await fetch(`${academy.url}/certificate/${course.id}`)).text()
    expect(html).toContain('Generating your certificate...')
    expect(html).not.toContain('Loading your account')
    await page.addInitScript(noteWhatIsLoading)

    await signIn(page, academy, learner, `/certificate/${course.id}`)
    await expect(page.getByText('Congratulations!')).toBeVisible()

    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said).toEqual(['Generating your certificate...'])
  })

  test('that comes without data is called not available', async ({ page, academy }) => {
    const { learner, course } = await makeCertified(academy)
    await page.route('**/api/certificate/*', (route) => route.fulfill({ json: null }))

    await signIn(page, academy, learner, `/certificate/${course.id}`)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Certificate Not Available')
    await expect(
      page.getByText('You need to complete the course to receive a certificate.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /^Back/ })).toHaveAttribute('href', '/my-courses')
  })

  test('with a number that nobody issued is called unknown, with status 404', async ({
    page,
    watch,
  }) => {
    watch.allow(/404/)

    const answer = await page.goto('/verify/KA-NOT-ISSUED')

    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such certificate')
    await expect(page.getByRole('main')).toContainText('KA-NOT-ISSUED')
  })
})

test.describe('the page after a payment', () => {
  test('shows payment, status and date, and leads to the courses and the certificate', async ({
    page,
    academy,
  }) => {
    const learner = await makeLearner(academy.db)
    const course = await makeShortCourse(academy)
    const { razorpay_payment_id: paymentId } = await buyCourse(academy, learner, course)

    await signIn(
      page,
      academy,
      learner,
      `/payment-success?payment_id=${paymentId}&course_id=${course.id}`,
    )

    const main = page.getByRole('main')
    await expect(main).toContainText(paymentId)
    await expect(main.getByText('Completed')).toBeVisible()
    await expect(main).toContainText(dayInIndia().slice(0, 4))
    await expect(main.getByRole('link', { name: /My Courses/ })).toHaveAttribute(
      'href',
      '/my-courses',
    )
    await expect(main.getByRole('link', { name: /Certificate/ })).toHaveAttribute(
      'href',
      `/certificate/${course.id}`,
    )
  })

  test('keeps its links in their place while a list that failed is asked for again', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/503/)
    const learner = await makeLearner(academy.db)
    const course = await makeShortCourse(academy)
    const { razorpay_payment_id: paymentId } = await buyCourse(academy, learner, course)
    const address = `/payment-success?payment_id=${paymentId}&course_id=${course.id}`
    let isAway = true
    await page.route('**/api/my-payments', (route) =>
      isAway ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    )
    await page.clock.install()
    await signIn(page, academy, learner, address)
    const start = await page.getByRole('link', { name: 'Start lesson 1' }).elementHandle()

    isAway = false
    await lookAway(page)

    await expect(page.getByText('The course is yours, for life.')).toBeVisible()
    expect(await start?.evaluate((link) => link.isConnected)).toBe(true)
  })

  test('promises no receipt and no course for a payment that nobody made', async ({
    page,
    academy,
  }) => {
    const course = await makeShortCourse(academy)
    const address = `/payment-success?payment_id=pay_invented&course_id=${course.id}`
    const main = page.getByRole('main')
    for (const person of [null, await makeLearner(academy.db)]) {
      if (person) await signIn(page, academy, person)
      await page.goto(address)

      await expect(main).toContainText('pay_invented')
      await expect(main.getByText('Completed')).toBeVisible()
      await expect(main).not.toContainText(/mail|receipt|yours/)
    }
  })

  for (const query of ['?', '?payment_id=pay_1', '?course_id=ai-reels-studio']) {
    test(`without all its values says what is missing (${query})`, async ({ page }) => {
      await page.goto(`/payment-success${query}`)

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Payment Information Missing',
      )
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: /Courses/ })
          .first(),
      ).toHaveAttribute('href', '/courses')
    })
  }
})

/** Keeps what the page says while it loads as `window.said`, each sentence once. */
function noteWhatIsLoading(): void {
  const said: string[] = []
  Object.assign(window, { said })
  const sentences = ['Generating your certificate...', 'Loading your account']
  const look = () => {
    const text = document.body?.textContent ?? ''
    for (const sentence of sentences) {
      if (text.includes(sentence) && !said.includes(sentence)) said.push(sentence)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

/** Headless browsers show no PDF: keeps the file that a new tab would show as `window.opened`. */
function rememberWhatOpens(): void {
  const files = new Map<string, Blob | MediaSource>()
  const createObjectURL = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (file) => {
    const address = createObjectURL(file)
    files.set(address, file)
    return address
  }
  window.open = (address, target) => {
    if (target === '_blank') Object.assign(window, { opened: files.get(String(address)) })
    return null
  }
}
