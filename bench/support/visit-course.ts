import type { Browser, Page } from '@playwright/test'

export interface Visit {
  /** Null: Purchase led nowhere, and nothing on the page said what to do. */
  secondsToPurchase: number | null
  reloads: number
  hasTappedToReload: boolean
}

const patienceInMs = 15_000

/** Opens a course as a first-time visitor and taps Purchase, which leads a visitor to the login. */
export async function visitCourse(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
  })
  const visit: Visit = { secondsToPurchase: null, reloads: -1, hasTappedToReload: false }
  try {
    const page = await context.newPage()
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visit.reloads += 1
    })
    const startedAt = performance.now()
    const end = startedAt + patienceInMs
    await page.goto(url, { waitUntil: 'commit' })
    await tapPurchase(page)
    while (performance.now() < end) {
      if (await isLoginSeen(page)) {
        visit.secondsToPurchase = (performance.now() - startedAt) / 1000
        break
      }
      const reload = page.getByRole('button', { name: 'Tap to reload' })
      if (!(await reload.isVisible())) continue
      visit.hasTappedToReload = true
      await reload.click()
      await tapPurchase(page)
    }
    return visit
  } finally {
    await context.close()
  }
}

async function tapPurchase(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first().tap()
}

async function isLoginSeen(page: Page): Promise<boolean> {
  return page
    .getByLabel('Password', { exact: true })
    .waitFor({ timeout: 250 })
    .then(
      () => true,
      () => false,
    )
}
