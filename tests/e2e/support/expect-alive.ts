import { expect, type Locator } from '@playwright/test'

/** Waits until a link or a field is React's: a tap or a key before that is the browser's own. */
export async function expectAlive(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate((it) => Object.keys(it).some((key) => key.startsWith('__react'))))
    .toBe(true)
}
