const inAppBrowsers = /Instagram|FBAN|FBAV|FB_IAB|Opera|OPR\/|OPiOS|UCBrowser|UCWEB/i

/**
 * Browsers in which the checkout cannot call back into the page (integration notes of the provider:
 * Instagram, Facebook, Opera, UC): there it must lead away and come back.
 */
export function isInAppBrowser(userAgent: string): boolean {
  return inAppBrowsers.test(userAgent)
}
