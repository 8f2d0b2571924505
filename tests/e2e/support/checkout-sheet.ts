import type { FrameLocator, Page } from '@playwright/test'

/** The payment provider's sheet over the page. */
export function checkoutSheet(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Payment"]')
}

export async function payBy(
  page: Page,
  method: 'UPI' | 'Card' | 'Netbanking' | 'Wallet' | 'EMI',
): Promise<void> {
  const sheet = checkoutSheet(page)
  await sheet.getByRole('radio', { name: method }).check()
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
}
