import type { Page, Request } from '@playwright/test'

/** The next change at these addresses waits until it is let go, which resolves once it is answered. */
export async function holdChange(page: Page, url: string) {
  const sent = Promise.withResolvers<Request>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isTaken = false
  await page.route(url, async (route) => {
    const request = route.request()
    if (isTaken || request.method() === 'GET') return route.fallback()
    isTaken = true
    sent.resolve(request)
    await held
    await route.continue()
  })
  return {
    isSent: sent.promise,
    letGo: async () => {
      const request = await sent.promise
      const answered = page.waitForResponse((answer) => answer.request() === request)
      release()
      await answered
    },
  }
}
