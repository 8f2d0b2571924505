import type { Browser } from '@playwright/test'

export interface Paint {
  /** Milliseconds from the start of the navigation. */
  firstPaint: number
  largestPaint: number
  /** How far things moved by themselves; 0 is best. */
  layoutShift: number
  longestTaskInMs: number
  /** Bytes over the wire until nothing more came. */
  bytes: number
}

/** The mobile profile of Lighthouse: a slow 4G connection and a quarter of this machine's speed. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1000 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
}
const cpuSlowdown = 4

/** Opens a page as a first-time visitor on such a phone, and waits until it has come to rest. */
export async function measurePaint(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.addInitScript(watchPaint)
    await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
    const paint = await page.evaluate(() => (window as unknown as Watched).paint) // set by watchPaint
    return { ...paint, bytes }
  } finally {
    await context.close()
  }
}

interface Watched {
  paint: Omit<Paint, 'bytes'>
}

/** Runs in the page before anything else of it. */
function watchPaint(): void {
  const paint = { firstPaint: 0, largestPaint: 0, layoutShift: 0, longestTaskInMs: 0 }
  Object.assign(window, { paint })
  const watch = (type: string, hear: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
      type,
      buffered: true,
    })
  }
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paint.firstPaint = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    paint.largestPaint = startTime
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    } // TypeScript's library does not know this kind of entry
    if (!hadRecentInput) paint.layoutShift += value
  })
  watch('longtask', ({ duration }) => {
    paint.longestTaskInMs = Math.max(paint.longestTaskInMs, duration)
  })
}
