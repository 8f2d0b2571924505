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

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  args?: { name?: string }
}

/** The browser counts its own scripting before and after each key; its trace names each task. */
async function measure(
  page: Page,
  devtools: CDPSession,
  keys: number,
  press: (at: number) => Promise<void>,
): Promise<Pick<MeasuredKeys, 'keysInMs' | 'longestTaskInMs'>> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[])) // by the protocol
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
    transferMode: 'ReportEvents',
  })
  await devtools.send('Performance.enable')
  const keysInMs: number[] = []
  for (let at = 0; at < keys; at += 1) {
    const before = await readScripting(devtools)
    await press(at)
    keysInMs.push((await readScripting(devtools)) - before)
    await page.waitForTimeout(pauseMs)
  }
  await page.waitForTimeout(2500) // the save that follows
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}.${tid}`),
  )
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid}.${tid}`),
  )
  return {
    keysInMs,
    longestTaskInMs: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
  }
}

/** Milliseconds that the page's scripts have run since it was opened. */
async function readScripting(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}
