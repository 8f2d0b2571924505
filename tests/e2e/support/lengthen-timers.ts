import type { Page } from '@playwright/test'

/**
 * Makes timers of exactly this length wait ten minutes, for a test of what comes before they end: a
 * busy machine takes long for that. Call before the page is opened.
 */
export function lengthenTimers(page: Page, ofInMs: number): Promise<unknown> {
  return page.addInitScript((length) => {
    const lengthen =
      (setTimer: (...given: unknown[]) => number) =>
      (run: unknown, inMs?: number, ...rest: unknown[]) =>
        setTimer(run, inMs === length ? 600_000 : inMs, ...rest)
    Object.assign(window, {
      setTimeout: lengthen(window.setTimeout.bind(window) as (...given: unknown[]) => number),
      setInterval: lengthen(window.setInterval.bind(window) as (...given: unknown[]) => number),
    })
  }, ofInMs)
}
