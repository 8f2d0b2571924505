import type { Browser, CDPSession, Page } from '@playwright/test'
import type { LargeDraft } from './make-large-draft.ts'

interface KeysPlan extends LargeDraft {
  url: string
  cpuSlowdown: number
  /** Every module opened, so that every lesson has its row. */
  isOutlineOpen: boolean
  keys: number
}

export interface MeasuredKeys {
  what: string
  keysInMs: number[]
  longestTaskInMs: number
}

const pauseMs = 60

/** Types into a lesson's title and moves it by the arrow keys, as a person does. */
export async function measureKeys(browser: Browser, plan: KeysPlan): Promise<MeasuredKeys[]> {
  const isPhone = plan.cpuSlowdown > 1
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: plan.url,
          localStorage: [
            { name: 'token', value: plan.session.token },
            { name: 'user', value: JSON.stringify(plan.session.user) },
          ],
        },
      ],
    },
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchTasks)
    await page.goto(`${plan.url}/admin/courses/${plan.courseId}`)
    await page.getByRole('button', { name: 'Lessons of Module 50', exact: true }).waitFor()
    if (plan.isOutlineOpen) await openAll(page)
    else await page.getByRole('button', { name: 'Lessons of Module 50', exact: true }).click()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: plan.cpuSlowdown })

    const handle = page.getByRole('button', { name: /^Move lesson Lesson 50\.10/ })
    await handle.focus()
    const moving = await measure(page, devtools, plan.keys, (at) =>
      page.keyboard.press(at % 2 === 0 ? 'ArrowDown' : 'ArrowUp'),
    )
    await page.getByRole('button', { name: /^Lesson 50\.10/ }).click()
    await page.getByLabel('Lesson title').press('End')
    const typing = await measure(page, devtools, plan.keys, (at) =>
      page.keyboard.press('abcdefgh'[at % 8] ?? 'a'),
    )
    return [
      { what: 'typing a title', ...typing },
      { what: 'moving a lesson by the arrow keys', ...moving },
    ]
  } finally {
    await context.close()
  }
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('nav [aria-expanded="false"]'))
      button.click()
  })
  await page.getByRole('button', { name: 'Move lesson Lesson 100.20', exact: true }).waitFor()
}

interface Watched {
  longestTaskInMs: number
}

/** Runs in the page before anything else of it. */
function watchTasks(): void {
  const watched: Watched = { longestTaskInMs: 0 }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      watched.longestTaskInMs = Math.max(watched.longestTaskInMs, duration)
    }
  }).observe({ type: 'longtask' })
}

/** The browser counts its scripting before and after each key, and names each task above 50 ms. */
async function measure(
  page: Page,
  devtools: CDPSession,
  keys: number,
  press: (at: number) => Promise<void>,
): Promise<Pick<MeasuredKeys, 'keysInMs' | 'longestTaskInMs'>> {
  await devtools.send('Performance.enable')
  await page.waitForTimeout(2500) // what came before is over
  await page.evaluate(() => {
    ;(window as unknown as { watched: Watched }).watched.longestTaskInMs = 0 // set by watchTasks
  })
  const keysInMs: number[] = []
  for (let at = 0; at < keys; at += 1) {
    const before = await readScripting(devtools)
    await press(at)
    keysInMs.push((await readScripting(devtools)) - before)
    await page.waitForTimeout(pauseMs)
  }
  await page.waitForTimeout(2500) // the save that follows
  const longestTaskInMs = await page.evaluate(
    () => (window as unknown as { watched: Watched }).watched.longestTaskInMs, // set by watchTasks
  )
  return { keysInMs, longestTaskInMs }
}

/** Milliseconds that the page's scripts have run since it was opened. */
async function readScripting(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}
