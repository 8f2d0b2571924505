import type { Locator, Page } from '@playwright/test'
import { makeLearner } from '../support/factories.ts'
import { checkoutSheet } from './support/checkout-sheet.ts'
import { makeShortCourse } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('who has the login translated by the browser is told that the password is wrong', async ({
  page,
  watch,
}) => {
  watch.allow(/401/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await translate(page)

  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()

  await expect(page.getByRole('main').getByRole('alert')).toContainText('password')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@example.test')
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeEnabled()
})

test('who has a course translated by the browser buys it, and sees what changes', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/React error #418/) // parts that come alive later are drawn anew
  const course = await makeShortCourse(academy)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/payment/create-order', async (route) => {
    await held
    await route.fallback()
  })
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  const purchase = page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first()
  await expect(purchase).toBeVisible()
  await translate(page)

  await purchase.click()

  await expect(page.getByRole('main').getByRole('button', { name: 'Processing...' })).toBeVisible()
  answer()
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
})

test('a text that changes or goes does so in its translation, however that was put there', async ({
  page,
}) => {
  await page.goto('/terms')
  // As React keeps them: a text, and where it has put it.
  const shown = await page.evaluateHandle(() => {
    const text = document.createTextNode('₹999')
    const price = document.createElement('output')
    price.append(text, document.createElement('br'))
    document.body.append(price)
    const translation = document.createElement('font')
    translation.textContent = text.data
    price.insertBefore(translation, text)
    text.remove()
    return { text, price }
  })
  const price = page.getByRole('status').filter({ hasText: '₹' })
  await expect(price).toHaveText('₹999')

  await shown.evaluate(({ text }) => {
    text.data = '₹499'
  })

  await expect(price).toHaveText('₹499')
  await shown.evaluate(({ text }) => {
    const translation = document.createElement('font')
    translation.textContent = text.data
    text.replaceWith(translation)
  })
  await shown.evaluate(({ text, price: parent }) => parent.removeChild(text))
  await expect(price).toHaveCount(0)
})

/** As browsers do it once the page is alive: each text gives way to its translation in two `<font>`s. */
async function translate(page: Page): Promise<void> {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  const main: Locator = page.getByRole('main')
  await expect(async () => {
    expect(await main.evaluate((element) => Object.keys(element).join())).toContain('__reactFiber')
  }).toPass()
  await main.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text) // as it was asked for
    for (const text of texts.filter(({ data }) => data.trim() !== '')) {
      const inner = document.createElement('font')
      inner.textContent = text.data
      const outer = document.createElement('font')
      outer.append(inner)
      text.replaceWith(outer)
    }
  })
}
