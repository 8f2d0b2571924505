import type { Page } from '@playwright/test'

/**
 * Makes timers of exactly this length wait a minute, for a test of what comes before they end: a
 * busy machine takes long for that. Call before the page is opened.
 */
export function lengthenTimers(page: Page, ofInMs: number): Promise<unknown> {
  return page.addInitScript((length) => {
    const setTimer = window.setTimeout.bind(window) as (...given: unknown[]) => number
    const setLongTimer = (run: unknown, inMs?: number, ...rest: unknown[]) =>
      setTimer(run, inMs === length ? 60_000 : inMs, ...rest)
    Object.assign(window, { setTimeout: setLongTimer })
  }, ofInMs)
}
