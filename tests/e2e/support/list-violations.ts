import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Large: by itself its builder sends and runs it twice in each page, and again at each look. */
const axeText = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
/** What the builder sends in its place. */
const nothing = 'void 0'

/** One line for each thing that axe complains about; all its rules unless some are named. */
export async function listViolations(page: Page, rules?: string[]): Promise<string[]> {
  await settle(page)
  await bringAxe(page)
  const axe = new AxeBuilder({ page, axeSource: nothing })
    .setLegacyMode() // our pages are one document each, or frame their own
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Colours of another scheme have come once two frames are drawn and whatever moves is at its end. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await drawFrame()
    await drawFrame()
    for (const animation of document.getAnimations()) {
      const endsAt = animation.effect?.getComputedTiming().endTime
      if (endsAt !== Number.POSITIVE_INFINITY) animation.finish()
    }
    await drawFrame()
  })
}

async function bringAxe(page: Page): Promise<void> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeText)
    }),
  )
}
