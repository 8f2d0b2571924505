import type { Page } from '@playwright/test'

/** Calls of an address wait from now on; resolves to what lets them go. */
export async function holdCalls(page: Page, method: string, url: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.fallback()
  })
  return () => resolve()
}
