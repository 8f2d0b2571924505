import { findWorld, screens } from './support/screens.ts'
import { test } from './support/test.ts'

const wanted = [
  'the second step of a login',
  'an authenticator app to be set up',
  'passkeys and recovery codes of an account',
  'somebody is asked once more',
  'the office, closed without a second step',
  '/admin/not-me?token=from-the-mail',
  '/login',
]
for (const screen of screens.filter(({ name }) => wanted.includes(name))) {
  test(screen.name, async ({ page, academy, watch }) => {
    watch.allow(/./)
    await screen.open(page, await findWorld(academy), watch)
    await page.waitForTimeout(500)
    for (const [width, scheme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({
        path: `/tmp/shots/${screen.name.replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`,
        fullPage: true,
      })
    }
  })
}
