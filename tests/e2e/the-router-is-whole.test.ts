import type { DataRouter } from 'react-router'
import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    __reactRouterDataRouter: DataRouter
  }
}

test('a fetcher works for visitors as it does in development', async ({ page }) => {
  await page.goto('/about')
  await page.waitForFunction(() => window.__reactRouterDataRouter?.state.initialized)

  const failure = await page.evaluate(() =>
    window.__reactRouterDataRouter.fetch('proof', 'root', '/about').then(
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
  await page.goto('/about')
  await page.waitForFunction(() => window.__reactRouterDataRouter?.state.initialized)

  const statuses = await page.evaluate(async () => {
    const router = window.__reactRouterDataRouter
    await router.navigate('/contact', { formMethod: 'post', formData: new FormData() })
    return Object.values(router.state.errors ?? {}).map((error) => error.status)
  })

  expect(statuses).toEqual([405])
})
