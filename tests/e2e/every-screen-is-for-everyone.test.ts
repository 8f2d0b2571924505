import { makeAdmin } from '../support/factories.ts'
import { findSidewaysScroll } from './support/find-sideways-scroll.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { findWorld } from './support/screens/world.ts'
import { screens } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const phone = { width: 390, height: 844 }
/** A small phone, and a laptop's window at 200 %. */
const narrow = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

/** Of somebody who has doubled the letters. */
const phoneWidthsInPx = [320, 360, 390]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const screen of screens) {
  test(`${screen.name}: axe finds nothing, wide and light, narrow and dark, and nothing scrolls sideways, doubled letters included`, async ({
    page,
    academy,
    watch,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await screen.open(page, await findWorld(academy), watch)

    expect.soft(await listViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone)
    expect.soft(await listViolations(page)).toEqual([])
    for (const size of narrow) {
      await page.setViewportSize(size)
      expect.soft(await findSidewaysScroll(page), `at ${size.width} px`).toEqual([])
    }
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    for (const width of phoneWidthsInPx) {
      await page.setViewportSize({ width, height: 640 })
      expect.soft(await findSidewaysScroll(page), `doubled, at ${width} px`).toEqual([])
    }
  })
}

test.describe('the menu on a phone', { tag: ['@phone', '@phone-only'] }, () => {
  test('axe finds nothing in it', async ({ page }) => {
    await page.goto('/')

    await page.getByRole('button', { name: 'Open menu' }).tap()

    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await listViolations(page)).toEqual([])
  })
})

test.describe('the office on a phone', { tag: ['@phone', '@phone-only'] }, () => {
  test('its places unfold from one row, fold up once one is chosen or by Escape, and axe finds nothing', async ({
    page,
    academy,
  }) => {
    await signIn(page, academy, await makeAdmin(academy.db), '/admin/staff')
    const office = page.getByRole('navigation', { name: 'Admin' })
    const row = office.locator('summary')
    await expect(row).toHaveText('Admin:Staff')
    await expect(office.getByRole('link')).toHaveCount(0)
    expect((await office.boundingBox())!.height).toBeLessThan(60)

    await row.tap()
    await expect(office.getByRole('link', { name: 'Staff' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(await listViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(office.getByRole('link')).toHaveCount(0)
    await expect(row).toBeFocused()
    await row.press('Enter')
    await office.getByRole('link', { name: 'Tax' }).tap()

    await expect(page.getByRole('heading', { level: 1, name: 'Tax' })).toBeVisible()
    await expect(row).toHaveText('Admin:Tax')
    await expect(office.getByRole('link')).toHaveCount(0)
  })
})
