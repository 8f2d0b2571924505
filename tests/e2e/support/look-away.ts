import type { Page } from '@playwright/test'

/** Leaves the tab for as long as what was asked is fresh, and comes back. The page's clock is installed. */
export async function lookAway(page: Page): Promise<void> {
  await page.clock.fastForward(11_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}
