import { makeToldCourse } from './support/courses.ts'
import { grantCourse, makeLearner } from '../support/factories.ts'
import { signIn } from './support/people.ts'
import { test } from './support/test.ts'
test('shots', async ({ page, academy }) => {
  const course = await makeToldCourse(academy)
  for (const [scheme, width] of [
    ['light', 360],
    ['dark', 360],
    ['light', 1280],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/course/${course.id}`)
    await page.waitForTimeout(800)
    await page.screenshot({
      path: `/tmp/selling-shots/offer-${scheme}-${width}.png`,
      fullPage: true,
    })
    if (scheme === 'light') {
      await page.getByRole('button', { name: /Free preview/ }).click()
      await page.waitForTimeout(1500)
      await page.screenshot({
        path: `/tmp/selling-shots/preview-${scheme}-${width}.png`,
        fullPage: true,
      })
      await page.goto('/')
      await page.locator('#offered').scrollIntoViewIfNeeded()
      await page.waitForTimeout(500)
      await page
        .locator('section[aria-labelledby=offered]')
        .screenshot({ path: `/tmp/selling-shots/landing-${width}.png` })
    }
  }
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, academy, learner, `/course/${course.id}`)
    await page.waitForTimeout(1000)
    await page.screenshot({
      path: `/tmp/selling-shots/classroom-${scheme}-${width}.png`,
      fullPage: true,
    })
  }
})
