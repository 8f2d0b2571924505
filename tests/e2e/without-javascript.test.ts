import { completeCourse, makeLearner } from '../support/factories.ts'
import { demoCourseFound, makeShortCourse } from './support/courses.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

const pages: [path: string, ...sentences: string[]][] = [
  ['/', '₹4,999', '₹19,999', '100 seats a month', '17 left', '127 people', '50,000+', '4.9/5'],
  ['/about', 'How we teach'],
  ['/results', '50,000+', '97%', '4.9/5'],
  ['/contact', '+91'],
  ['/refund-policy', '30'],
  ['/terms'],
  ['/privacy'],
  ['/courses', 'View Details', 'Purchase Now'],
  [demoCourseFound, 'AI Reels Studio', '₹4,999', 'View Details'],
  ['/course/ai-reels-studio', '₹19,999', 'Save ₹15,000', 'One idea, one reel', '2 modules'],
]

test('every public page is complete without JavaScript', async ({ page }) => {
  for (const [path, ...sentences] of pages) {
    await page.goto(path)

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('navigation').first()).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    for (const sentence of sentences) {
      await expect(page.getByRole('main')).toContainText(sentence)
    }
  }
})

test('a certificate is proved without JavaScript', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  await completeCourse(academy.db, learner, course)
  const answer = await fetch(`${academy.url}/api/certificate/${course.id}`, {
    headers: { authorization: `Bearer ${learner.token}` },
  })
  const { certificate_id } = await answer.json()

  await page.goto(`/verify/${certificate_id}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This certificate is genuine')
  await expect(page.getByRole('main')).toContainText(course.title)
})

test('a form that is sent without JavaScript is answered by its page, which says what it needs', async ({
  page,
  watch,
}) => {
  watch.allow(/405/)
  for (const path of ['/login', '/signup', '/forgot-password', '/reset-password?token=any']) {
    // The browser's own switch leaves <noscript> closed.
    expect(await (await page.goto(path))?.text()).toMatch(/<noscript>.*This form needs JavaScript/)
    const answering = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('main').locator('form input').first().press('Enter')

    const answer = await answering
    expect(answer.status()).toBe(405)
    expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(
      'This form needs JavaScript, and nothing was sent. Please allow JavaScript for this site and load the page again.',
    )
  }
})
