import { expect, type Page } from '@playwright/test'

/** Whoever works by keyboard goes on from where they were: the focus did not fall to the page's beginning. */
export async function expectFocus(page: Page): Promise<void> {
  const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body
  await expect.poll(() => page.evaluate(hasFocus)).toBe(true)
}
