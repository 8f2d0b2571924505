import type { Page } from '@playwright/test'
import type { DataRouter } from 'react-router'
import { expect, test } from './support/test.ts'

test('a fetcher works for visitors as it does in development', async ({ page }) => {
  const router = await openWithRouter(page)

  const failure = await router.evaluate((router) =>
    router.fetch('proof', 'root', '/about').then(
      () => null,
      (error: unknown) => String(error),
    ),
  )

  expect(failure).toBeNull()
})

test('a form posted to a route reaches its action, or is told that there is none', async ({
  page,
  watch,
}) => {
  watch.allow(/does not have an action/)
  const router = await openWithRouter(page)

  const statuses = await router.evaluate(async (router) => {
    await router.navigate('/contact', { formMethod: 'post', formData: new FormData() })
    return Object.values(router.state.errors ?? {}).map((error: { status: number }) => error.status)
  })

  expect(statuses).toEqual([405])
})

/** React Router leaves its router where developers' tools look for it. */
async function openWithRouter(page: Page) {
  await page.goto('/about')
  const found = await page.waitForFunction(() => {
    const router: DataRouter | undefined = Reflect.get(window, '__reactRouterDataRouter')
    return router?.state.initialized && router
  })
  return page.evaluateHandle((router) => router as DataRouter, found)
}
